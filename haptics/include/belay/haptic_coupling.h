// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The physics' side of the virtual coupling: the tool's body is drawn to where the hand holds it by springs and dampers
// in all six directions. They are rows of the step, implicit and so passive at any step, and pull with just
// K times the way when things are still, whatever the step; so what the tool presses on feels what the hand feels. The
// hand is a kinematic body without colliders.
//
// All calls: the thread that steps the world, between steps.

#ifndef BELAY_HAPTIC_COUPLING_H
#define BELAY_HAPTIC_COUPLING_H

#include "belay/haptic_servo.h"
#include "belay/joint.h"

#ifdef __cplusplus
extern "C" {
#endif

// How the tool is drawn. Axes of the tool's body frame.
typedef struct belay_haptic_coupling_def {
    double stiffness, damping;                 // N/m > 0, N s/m >= 0
    double angular_stiffness, angular_damping; // N m/rad >= 0, N m s/rad >= 0; both 0: the turns are free
    double max_force, max_torque; // N, N m, > 0: along each axis of the tool, never harder; HUGE_VAL: no cap
    double max_way; // m, > 0: the hand is never further ahead of the tool than this, for the springs; default 0.1
} belay_haptic_coupling_def;

// The coupling of a servo's configuration; forces up to three times the device's. Turns that the hand does not feel (of
// a point tool, or with an angular stiffness of 0) are held hard, as in the servo the tool turns as the device does: a
// load at the arm a, m, is felt a^2 too heavy at most, as a share. Null: the default configuration. Any thread.
belay_haptic_coupling_def belay_haptic_coupling_def_default(const belay_haptic_servo_config* config);

// A coupling that was created. Plain data: the program's, which keeps it until it is destroyed, for reading only.
typedef struct belay_haptic_coupling {
    belay_body_id tool, hand;      // the body that is drawn; the kinematic body that draws it, made by create
    belay_joint_id joint;          // between the two; its springs are off while it is released
    belay_haptic_coupling_def def; // as created
    bool is_attached;              // pulled, and not released since
} belay_haptic_coupling;

// Ties a dynamic body to a hand that stands where the body's frame is. The body's origin is the point that is held.
// Errors: VALUE (null, out of range), and those of making a body and a joint; *coupling is then as it was.
belay_result belay_haptic_coupling_create(belay_world* world, belay_body_id tool, const belay_haptic_coupling_def* def,
                                          belay_haptic_coupling* coupling);
// Lets go for good. Null, or a world in which tool or hand are gone: what is left is removed.
void belay_haptic_coupling_destroy(belay_world* world, belay_haptic_coupling* coupling);

// For the step to come: the hand goes to `target` (at once when it was not attached), moving there with the step. Wakes
// the tool. Not finite: VALUE, and the hand stands still. HANDLE: tool or hand are gone.
belay_result belay_haptic_coupling_pull(belay_world* world, belay_haptic_coupling* coupling, belay_pose target);
// Lets go until the next pull: no force. Errors: VALUE (null), HANDLE (tool or hand are gone).
belay_result belay_haptic_coupling_release(belay_world* world, belay_haptic_coupling* coupling);

// What the coupling did to the tool in the last step: N and N m, world; zero while it is released. Errors: VALUE
// (null), HANDLE (tool or hand are gone).
belay_result belay_haptic_coupling_get_force(const belay_world* world, const belay_haptic_coupling* coupling,
                                             belay_vec3* force, belay_vec3* torque);

#ifdef __cplusplus
}
#endif

#endif
