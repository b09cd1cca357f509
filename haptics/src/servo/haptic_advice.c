// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/haptic_servo.h"

#include "belay/vec.h"

double belay_haptic_safe_stiffness(double device_damping, double damping, double period, double delay)
{
    double left = device_damping - fabs(damping), k = left / (0.5 * period + delay);
    return left <= 0.0 ? 0.0 : k;
}

belay_haptic_advice belay_haptic_advise(const belay_haptic_device_info* info, double damping, double period)
{
    belay_haptic_advice advice = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    if (info == NULL) return advice;
    if (info->damping > 0.0) advice.passive = belay_haptic_safe_stiffness(info->damping, damping, period, info->delay);
    if (info->position_step > 0.0) advice.friction = 2.0 * info->friction / info->position_step;
    if (info->max_stiffness > 0.0) advice.rated = info->max_stiffness;
    return advice;
}
