// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#ifndef BELAY_HAPTICS_SERVO_SERVO_CONFIG_H
#define BELAY_HAPTICS_SERVO_SERVO_CONFIG_H

#include "belay/haptic_servo.h"

// What a device gets that says nothing of its largest force and torque, N and N m: less than the weakest there is
// gives.
#define BL_UNKNOWN_FORCE 3.0
#define BL_UNKNOWN_TORQUE 0.1
#define BL_UNKNOWN_GRIP_FORCE 1.0 // N

// VALUE, naming the field and its value.
belay_result bl_servo_config_check(const belay_haptic_servo_config* config, belay_error* error);

#endif
