// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/force/servo_limit.h"

#include "belay/vec.h"
#include "tolerances/haptic_tolerances.h"

#include <float.h>
#include <math.h>
#include <string.h>

void bl_limit_init(bl_limit* limit, const bl_limit_settings* settings)
{
    memset(limit, 0, sizeof *limit);
    limit->settings = *settings;
}

static void note(uint32_t* reasons, belay_haptic_reason reason)
{
    *reasons |= belay_haptic_reason_bit(reason);
}

// The direction stays; the length is at most `largest` after rounding too. Squares of what is huge would overflow, and
// so would the inverse of a size that is denormal.
static bool clamp_length(belay_vec3* x, double largest)
{
    double size = fmax(fabs(x->x), fmax(fabs(x->y), fabs(x->z)));
    if (size == 0.0) return false;
    belay_vec3 unit = v3(x->x / size, x->y / size, x->z / size);
    double length = v3_length(unit);
    if (size * length <= largest) return false;
    *x = v3_scale(largest / length, unit);
    while (v3_length(*x) > largest)
        *x = v3_scale(1.0 - DBL_EPSILON, *x);
    return true;
}

static void drop_what_is_not_finite(belay_haptic_output* output, uint32_t* reasons)
{
    if (v3_is_finite(output->force) && v3_is_finite(output->torque) && isfinite(output->grip_force)) return;
    output->force = output->torque = v3_zero();
    output->grip_force = 0.0;
    note(reasons, BELAY_HAPTIC_REASON_BAD_FORCE);
}

// Far above what contacts do: what exceeds it is a fault.
static void slow_down(belay_vec3* x, belay_vec3 last, double most, uint32_t* reasons)
{
    belay_vec3 change = v3_sub(*x, last);
    if (!clamp_length(&change, most)) return;
    *x = v3_add(last, change);
    note(reasons, BELAY_HAPTIC_REASON_SLEW);
}

static void limit_slew(bl_limit* limit, double dt, belay_haptic_output* output, uint32_t* reasons)
{
    const bl_limit_settings* s = &limit->settings;
    slow_down(&output->force, limit->last_force, s->max_slew * dt, reasons);
    if (s->max_torque_slew > 0.0) slow_down(&output->torque, limit->last_torque, s->max_torque_slew * dt, reasons);
}

static bool has_thermal_limit(const bl_limit_settings* s)
{
    return s->max_continuous_force > 0.0 && s->thermal_seconds > 0.0;
}

static double thermal_force(const bl_limit* limit)
{
    const bl_limit_settings* s = &limit->settings;
    double most = s->max_force > 0.0 ? s->max_force : HUGE_VAL;
    if (!has_thermal_limit(s) || limit->heat <= 1.0) return most;
    double cold = fmax(0.0, (BL_HEAT_HOTTEST - limit->heat) / (BL_HEAT_HOTTEST - 1.0));
    double above = most < HUGE_VAL ? most - s->max_continuous_force : s->max_continuous_force;
    return fmin(most, s->max_continuous_force + fmax(0.0, above) * cold);
}

static void limit_size(bl_limit* limit, belay_haptic_output* output, uint32_t* reasons)
{
    const bl_limit_settings* s = &limit->settings;
    double allowed = thermal_force(limit);
    if (s->max_force > 0.0 && clamp_length(&output->force, s->max_force)) note(reasons, BELAY_HAPTIC_REASON_CLAMPED);
    if (clamp_length(&output->force, allowed)) note(reasons, BELAY_HAPTIC_REASON_THERMAL);
    if (s->max_torque > 0.0 && clamp_length(&output->torque, s->max_torque)) note(reasons, BELAY_HAPTIC_REASON_CLAMPED);
    if (s->max_grip_force > 0.0 && fabs(output->grip_force) > s->max_grip_force) {
        output->grip_force = copysign(s->max_grip_force, output->grip_force);
        note(reasons, BELAY_HAPTIC_REASON_CLAMPED);
    }
}

static void warm_up(bl_limit* limit, double dt)
{
    const bl_limit_settings* s = &limit->settings;
    if (!has_thermal_limit(s)) return;
    double ratio = v3_length(limit->last_force) / s->max_continuous_force;
    double share = dt / (s->thermal_seconds + dt);
    limit->heat += share * (ratio * ratio - limit->heat);
}

void bl_limit_apply(bl_limit* limit, double dt, bool is_cut, belay_haptic_output* output, uint32_t* reasons)
{
    drop_what_is_not_finite(output, reasons);
    warm_up(limit, dt);
    limit_size(limit, output, reasons);
    if (!is_cut) {
        limit_slew(limit, dt, output, reasons);
        limit_size(limit, output, reasons);
    }
    drop_what_is_not_finite(output, reasons); // what is remembered here would stay for ever
    limit->last_force = output->force;
    limit->last_torque = output->torque;
}
