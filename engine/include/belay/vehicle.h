// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Wheels: what holds a wheel to a chassis. The wheel is a body with a collider, a cylinder say, that rolls by the law
// of friction like everything else: grip, slip, spin and skids are what contacts make of them. Between the two is a
// six-dof joint (joint.h): a spring along the suspension, the axle free to spin or driven or braked, the steering
// locked at an angle. So it is solved exactly with all the rest, breaks, sleeps and is in snapshots as joints are.
//
//     belay_wheel_def wheel = belay_wheel_def_default();
//     wheel.chassis = car; wheel.wheel = front_left;
//     wheel.center = (belay_vec3){-0.7, 1.3, 0.35}; // x to the right, y forward, z up
//     belay_joint_id joint;
//     belay_wheel_create(world, &wheel, &joint);
//     belay_wheel_steer(world, joint, 0.2);
//
// Angles and speeds are positive for steering to the left and rolling forward, forward being up x axle.

#ifndef BELAY_VEHICLE_H
#define BELAY_VEHICLE_H

#include "belay/joint.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a wheel is held. belay_wheel_def_default gives the values named here.
typedef struct belay_wheel_def {
    belay_body_id chassis, wheel; // both there, and not the same
    belay_vec3 center;            // m, world: of the wheel as it stands now
    belay_vec3 axle;              // world, to the right as seen from behind; need not be unit; default x
    belay_vec3 up;    // world, along which the suspension moves the wheel; need not be unit, not parallel to
                      // axle (what of it is along axle does not count); default z
    double stiffness; // N/m, > 0, of the suspension; default 40 000
    double damping;   // N s/m, >= 0; default 4 000
    double load;      // N, within BELAY_MAX_FORCE: that the spring carries where the wheel is now; default 0: the
                      // chassis comes down until its springs carry it, by its weight on each over the stiffness (a ton
                      // on four of the default ones: 61 mm), or by travel_up, where the stop carries the rest
    double travel_up, travel_down; // m, 0 to BELAY_MAX_POSITION: how far the wheel goes from there before it stops;
                                   // default 0.1 each
} belay_wheel_def;

// The values above.
belay_wheel_def belay_wheel_def_default(void);

// Holds a wheel to a chassis: a six-dof joint, which rolls freely and steers straight ahead. Errors: VALUE (a number
// out of range; both bodies the same), HANDLE, COMPONENT, STATE (neither is dynamic; an iterator is open), CAPACITY,
// MEMORY.
belay_result belay_wheel_create(belay_world* world, const belay_wheel_def* def, belay_joint_id* id);

// Errors of all below: HANDLE, COMPONENT (no wheel: not a six-dof joint that belay_wheel_create could have made),
// VALUE. Those that change something wake the bodies; saying again what holds already does not.

// Turns a wheel about `up` by an angle from straight ahead (rad, at most 1.5 in size, to the left), from the next step
// on, no faster than overlap_max_speed in rad/s. What it holds to does not feel that.
belay_result belay_wheel_steer(belay_world* world, belay_joint_id wheel, double angle);
// Drives a wheel: up to a speed (rad/s, forward) with up to a torque (N m, >= 0). In place of a brake.
belay_result belay_wheel_drive(belay_world* world, belay_joint_id wheel, double speed, double torque);
// Brakes a wheel with up to a torque (N m, >= 0; HUGE_VAL: locks it), which also holds it when it stands. 0: it rolls
// freely. In place of a drive.
belay_result belay_wheel_brake(belay_world* world, belay_joint_id wheel, double torque);

// What a wheel does after the last step.
typedef struct belay_wheel_state {
    double angle;       // rad, by which it has rolled, forward; counts turns
    double speed;       // rad/s
    double steering;    // rad, to the left
    double compression; // m, of the suspension from where it was made
    double load;        // N, on the chassis along `up`, by suspension and stops
} belay_wheel_state;

// How the wheel stood and what it bore in the last step.
belay_result belay_wheel_get_state(const belay_world* world, belay_joint_id wheel, belay_wheel_state* state);

// The angles (rad, to the left) of two steered wheels that roll without slip about one centre: `distance` (m, > 0)
// before the axle that does not steer, and `track` (m, >= 0) apart, where the middle of that axle goes round a circle
// of `radius` (m; positive: to the left, more than track / 2 in size; HUGE_VAL or -HUGE_VAL: straight ahead). Errors:
// VALUE. `error` may be null. Any thread.
belay_result belay_wheel_steering(double distance, double track, double radius, double* left, double* right,
                                  belay_error* error);

#ifdef __cplusplus
}
#endif

#endif
