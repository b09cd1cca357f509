// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Velocity from positions in encoder steps.

#include "servo/input/servo_velocity.h"

#include <criterion/criterion.h>
#include <math.h>

#define T 1e-3

static void add(bl_velocity_estimator* e, double x)
{
    const double all[BL_VELOCITY_AXES] = {x, -x, 0.0, 0.0, 2.0 * x, 0.0};
    bl_velocity_add(e, all, T);
}

Test(haptic_velocity, of_exact_samples_is_the_last_difference)
{
    bl_velocity_estimator e;
    bl_velocity_reset(&e);
    add(&e, 0.0);
    cr_assert_eq(bl_velocity_of(&e, 0, 0.0, 16), 0.0);
    for (int i = 1; i < 50; i++) {
        double x = sin(0.1 * i), before = sin(0.1 * (i - 1));
        add(&e, x);
        cr_assert_float_eq(bl_velocity_of(&e, 0, 0.0, 16), (x - before) / T, 1e-9);
        cr_assert_float_eq(bl_velocity_of(&e, 1, 0.0, 16), (before - x) / T, 1e-9);
        cr_assert_float_eq(bl_velocity_of(&e, 4, 0.0, 16), 2.0 * (x - before) / T, 1e-9);
    }
}

// Slow motion in steps of 55 um: one sample's difference is off by up to 55 mm/s, the window by a few.
Test(haptic_velocity, in_encoder_steps_is_averaged_over_the_window)
{
    const double q = 55e-6, speeds[] = {0.003, 0.02, 0.1, -0.4};
    for (int k = 0; k < 4; k++) {
        bl_velocity_estimator e;
        bl_velocity_reset(&e);
        double worst = 0.0, worst_raw = 0.0;
        for (int i = 0; i < 400; i++) {
            add(&e, round(speeds[k] * i * T / q) * q);
            if (i < 20) continue;
            worst = fmax(worst, fabs(bl_velocity_of(&e, 0, q, 16) - speeds[k]));
            worst_raw = fmax(worst_raw, fabs(bl_velocity_of(&e, 0, q, 1) - speeds[k]));
        }
        cr_assert_leq(worst, 8e-3, "%g m/s: %g", speeds[k], worst);
        cr_assert_lt(worst, worst_raw);
    }
}

// A stop from 0.3 m/s is seen within some samples, not within the window.
Test(haptic_velocity, follows_a_stop_quickly)
{
    const double q = 55e-6;
    bl_velocity_estimator e;
    bl_velocity_reset(&e);
    double x = 0.0;
    for (int i = 0; i < 100; i++)
        add(&e, round((x += 0.3 * T) / q) * q);
    cr_assert_float_eq(bl_velocity_of(&e, 0, q, 16), 0.3, 0.01);
    for (int i = 0; i < 3; i++)
        add(&e, round(x / q) * q);
    cr_assert_float_eq(bl_velocity_of(&e, 0, q, 16), 0.0, 0.03);
}
