// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A servo that is given poses, against a wall at z = 0: no device, so that forces have their exact values.

#ifndef BELAY_TESTS_HAPTICS_POSED_H
#define BELAY_TESTS_HAPTICS_POSED_H

#include "haptics/rig.h"

#include <string.h>

#define T 1e-3

typedef struct bench {
    belay_haptic_servo* servo;
    belay_haptic_contact_model wall;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
    double last;                   // N, |force| of the tick before
    bool is_without_model, renews; // renews: a new model every 4 ticks
    int ticks;
} bench;

static inline belay_haptic_servo_config plain_config(void)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    c.stiffness = 1000.0;
    c.damping = 0.0;
    c.start_seconds = 0.0;
    c.stale_seconds = 60.0;
    return c;
}

static inline bench bench_begin(const belay_haptic_servo_config* config)
{
    bench b;
    memset(&b, 0, sizeof b);
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(config, &b.servo, &error), BELAY_OK, "%s", error.message);
    b.wall = rig_wall(0.0, 0.5);
    b.renews = config->stale_seconds < 1.0;
    b.input.dt = T;
    b.input.commands = BELAY_HAPTIC_START;
    b.input.device.rotation = belay_quat_identity();
    return b;
}

static inline void bench_end(bench* b)
{
    belay_haptic_servo_destroy(b->servo);
}

static inline void tick(bench* b)
{
    b->last = v3_length(b->output.device.force);
    if (b->renews && b->ticks % RIG_TICKS_PER_MODEL == 0) rig_renew(&b->wall);
    b->ticks++;
    b->input.model = b->is_without_model ? NULL : &b->wall;
    belay_haptic_servo_tick(b->servo, &b->input, &b->output);
    b->input.commands = 0;
}

static inline void stay(bench* b, int ticks)
{
    for (int i = 0; i < ticks; i++)
        tick(b);
}

// Down to `z` within 200 ms.
static inline void press(bench* b, double z)
{
    double from = b->input.device.position.z;
    for (int i = 1; i <= 200; i++) {
        b->input.device.position.z = from + (z - from) * i / 200.0;
        tick(b);
    }
    stay(b, 50);
}

static inline bench pressed(const belay_haptic_servo_config* config, double force)
{
    bench b = bench_begin(config);
    b.input.device.position.z = 1e-3;
    stay(&b, 20);
    press(&b, -force / config->stiffness);
    cr_assert_float_eq(b.output.device.force.z, force, 1e-9);
    return b;
}

static inline bool has(const bench* b, belay_haptic_reason reason)
{
    return (b->output.reasons & belay_haptic_reason_bit(reason)) != 0;
}

static inline uint64_t count_of(const bench* b, belay_haptic_reason reason)
{
    return belay_haptic_servo_get_report(b->servo)->count[reason];
}

// Falls to zero within `ticks`, never rises on the way, and is zero from then on.
static inline void check_fades(bench* b, int ticks)
{
    for (int i = 1; i <= 2 * ticks; i++) {
        tick(b);
        double force = v3_length(b->output.device.force);
        cr_assert_leq(force, b->last + 1e-12, "tick %d", i);
        if (i > ticks) cr_assert_eq(force, 0.0, "tick %d: %g N", i, force);
    }
}

#endif
