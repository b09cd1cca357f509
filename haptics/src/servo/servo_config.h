// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#ifndef BELAY_HAPTICS_SERVO_SERVO_CONFIG_H
#define BELAY_HAPTICS_SERVO_SERVO_CONFIG_H

#include "belay/haptic_servo.h"
#include "tolerances/haptic_tolerances.h"

// VALUE, naming the field and its value.
belay_result bl_servo_config_check(const belay_haptic_servo_config* config, belay_error* error);

#endif
