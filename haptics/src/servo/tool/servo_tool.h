// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tool: drawn to where the device holds it by the coupling, kept out of the contacts by forces f that obey the
// exact Signorini-Coulomb law, gaps in the normal and the slip of this tick in the tangents. For every tool the
// problem is
//     s = A f + b,      A = J S J^T + C,
// with S what the tool gives way by on its coupling (m/N):
//   without mass: S = 1/K. The coupling's damping acts as if the device were ahead by B/K times its velocity against
//     the other side, so it is inside the law: it never pulls, and it slides when friction slides. B grows from 0 at
//     the surface to its full value at a depth, so that it does not step.
//   with mass: S = T^2 (M + T B + T^2 K)^-1, implicit; M with that of what the tool holds (servo_mass.h).

#ifndef BELAY_HAPTICS_SERVO_TOOL_SERVO_TOOL_H
#define BELAY_HAPTICS_SERVO_TOOL_SERVO_TOOL_H

#include "belay/haptic_servo.h"
#include "belay/law.h"
#include "belay/quat.h"
#include "servo/contacts/servo_contacts.h"
#include "servo/tool/servo_mass.h"

typedef struct bl_servo_tool_settings {
    belay_haptic_tool_kind kind;
    double stiffness, damping, angular_stiffness, angular_damping;
    double damping_depth;
    double static_ratio, static_seconds;
    double mass;
    belay_vec3 inertia;
    int sweeps;
} bl_servo_tool_settings;

// Where the device holds the tool.
typedef struct bl_servo_target {
    belay_pose pose;
    belay_vec3 linear, angular; // m/s, rad/s
} bl_servo_target;

// Holds that are solved at once (servo_locks.h).
typedef struct bl_servo_locks {
    bool is_lock[BL_SERVO_CONTACTS];
    int row[BL_SERVO_ROWS], count;
    double factor[BL_SERVO_ROWS][BL_SERVO_ROWS]; // lower triangle
} bl_servo_locks;

typedef struct bl_servo_tool {
    bl_servo_tool_settings settings;
    belay_pose pose;            // of the tool
    belay_vec3 linear, angular; // with mass: its velocities
    bl_servo_held held;         // with mass: what it held at the last tick
    bool is_seated;             // has a pose; else it takes that of the target
    bool is_in_contact;
    belay_vec3 force, torque;         // of the coupling on the hand
    belay_vec3 hung, hung_torque;     // of it, what holds give: rods and joints that hang on the tool
    belay_vec3 relief, relief_torque; // beside it, without mass: of textures, along their slopes
    double a[BL_SERVO_ROWS][BL_SERVO_ROWS];
    double b[BL_SERVO_ROWS], f[BL_SERVO_ROWS];
    belay_law_block blocks[BL_SERVO_CONTACTS];
    bl_servo_locks locks;
} bl_servo_tool;

void bl_servo_tool_init(bl_servo_tool* tool, const bl_servo_tool_settings* settings);
// Sets the tool where the target is, at rest against it.
void bl_servo_tool_seat(bl_servo_tool* tool, const bl_servo_target* target);
// One tick: solves, moves the tool, and leaves the forces in `tool` and in the contacts.
void bl_servo_tool_solve(bl_servo_tool* tool, bl_servo_contacts* contacts, const bl_servo_target* target, double dt);

#endif
