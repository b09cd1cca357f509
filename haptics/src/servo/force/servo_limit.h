// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The last stage, which nothing goes around: what leaves it is finite and within the device's rating.

#ifndef BELAY_HAPTICS_SERVO_FORCE_SERVO_LIMIT_H
#define BELAY_HAPTICS_SERVO_FORCE_SERVO_LIMIT_H

#include "belay/haptic_servo.h"

typedef struct bl_limit_settings {
    double max_force, max_torque; // N, N m; 0: none
    double max_grip_force;        // N; 0: none
    double max_continuous_force;  // N; 0: no thermal limit
    double thermal_seconds;       // s; 0: no thermal limit
    double max_slew;              // N/s
    double max_torque_slew;       // N m/s; 0: none
} bl_limit_settings;

typedef struct bl_limit {
    bl_limit_settings settings;
    belay_vec3 last_force, last_torque; // sent at the last tick
    double heat;                        // (force / continuous force)^2, averaged over the motors' time constant
} bl_limit;

void bl_limit_init(bl_limit* limit, const bl_limit_settings* settings);
// `is_cut`: the force may fall to zero at once. Adds to *reasons.
void bl_limit_apply(bl_limit* limit, double dt, bool is_cut, belay_haptic_output* output, uint32_t* reasons);

#endif
