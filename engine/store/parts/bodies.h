// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies as the world keeps them: components BL_TABLE_BODY_STATE (public, belay/body.h) and BL_TABLE_BODY of their
// entities. Written by objects/ and step/motion/; flags of sleep by store/sleep.c and step/sleep/.

#ifndef BELAY_ENGINE_STORE_PARTS_BODIES_H
#define BELAY_ENGINE_STORE_PARTS_BODIES_H

#include "belay/body.h"
#include "models/rigid.h"

// Of a body.
enum {
    BL_BODY_KEPT_AWAKE = 1,
    BL_BODY_ASLEEP = 2,
    BL_BODY_WAS_ASLEEP = 4, // at the end of the last step
    BL_BODY_ROTATION_LOCKED = 8,
    BL_BODY_IS_LED = 16,      // kinematic, and given a pose for the end of the step
    BL_BODY_ARRIVED = 32,     // it stands still, and some of its colliders have arrived (below)
    BL_BODY_MADE_ASLEEP = 64, // asleep since it was made: what it is given does not wake it
};

#define BL_NEWTON_MOST_FAILURES 6 // in a row that count: then it waits for 2^6 steps (step/solve/step_patience.h)

// The part of a body that seldom changes, and what has been applied to it since the last step.
typedef struct bl_body {
    bl_rigid_mass mass;
    double gravity_scale;
    double linear_damping, angular_damping; // 1/s
    double max_linear_speed;                // m/s; HUGE_VAL: no limit
    belay_vec3 force, torque;               // N, N m, about the centre of mass, world frame
    belay_vec3 moved, turned;               // m/s, rad/s, its velocities in the last step
    belay_pose previous;                    // body frame at the beginning of the last step
    double least_moment;                    // kg m^2, what joints raised its moments of inertia to in the last step
    double rest_seconds;                    // for how long it has been slow enough to fall asleep
    uint64_t id;
    belay_body_type type;
    uint32_t flags;
    uint32_t first_collider; // slot + 1; 0: none. The newest first
    uint32_t sleep_island;   // while asleep: bodies with the same number fell asleep together
    uint32_t first_joint;    // slot + 1; 0: none. The newest first
    uint32_t state_mark;     // of the state that the last step left, see step_path.h
    // Of the island whose first body it is: how often in a row Newton's method was given up on it, and for how many
    // steps to come it is not tried (step/solve/step_patience.h).
    uint32_t newton_failures, newton_wait;
} bl_body;

#endif
