// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the device says, as far as it is plausible.

#ifndef BELAY_HAPTICS_SERVO_INPUT_SERVO_INPUT_H
#define BELAY_HAPTICS_SERVO_INPUT_SERVO_INPUT_H

#include "belay/haptic_servo.h"
#include "servo/input/servo_velocity.h"

typedef enum bl_pose_verdict {
    BL_POSE_GOOD,
    BL_POSE_SILENT,   // nothing new: the last one stands
    BL_POSE_BAD,      // not to be used; the last one stands
    BL_POSE_RELOCATED // good, but elsewhere: the device says so for a while now
} bl_pose_verdict;

typedef struct bl_servo_input_state {
    bool has_pose;
    belay_vec3 position;        // m, device axes: the last that was good
    belay_quat rotation;        // likewise
    belay_vec3 path;            // rad, sum of the turns
    double waited;              // s, since it came
    double silent;              // s of that, in which nothing came
    belay_vec3 moved, turned;   // m, rad: of this tick
    belay_vec3 linear, angular; // m/s, rad/s
    belay_pose odd;             // the last one that jumped
    int odd_count;              // of such poses, near to each other
    bl_velocity_estimator velocity;
} bl_servo_input_state;

void bl_servo_input_reset(bl_servo_input_state* state);
bl_pose_verdict bl_servo_input_take(bl_servo_input_state* state, const belay_haptic_servo_config* config,
                                    const belay_haptic_input* input, belay_haptic_status status, double dt);

#endif
