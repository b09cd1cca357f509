// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The passivity controller is on, as by default, and what others pay for is not held against the hand: a floor that
// lifts it, a model that stood still and comes back, poses that were none. And what a device is sent is a number,
// whatever came before, and within what is known of it.

#include "belay/quat.h"
#include "haptics/posed.h"
#include "servo/force/servo_limit.h"

#include <criterion/criterion.h>
#include <float.h>

static const belay_haptic_preset presets[] = {BELAY_HAPTIC_PRESET_TOUCH, BELAY_HAPTIC_PRESET_TOUCH_X,
                                              BELAY_HAPTIC_PRESET_INVERSE3, BELAY_HAPTIC_PRESET_OMEGA_3};
#define PRESETS (sizeof presets / sizeof presets[0])
#define MOST_GROWTH 0.15 // N, from one tick to the next: above what a surface at 50 mm/s gives, below what is felt

typedef struct floor_under_hand {
    rig r;
    belay_haptic_contact_model model;
    double height, speed; // m, m/s: of the floor
    bool is_stalled;
    double last, worst; // N: of the force, and its largest growth in a tick
} floor_under_hand;

static floor_under_hand begin(belay_haptic_preset preset, double height, int64_t nan_tick)
{
    floor_under_hand f = {.height = height};
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(preset);
    def.motion.kind = BELAY_HAND_REST;
    def.faults.nan_tick = nan_tick;
    def.faults.nan_count = nan_tick > 0 ? 5 : 0;
    belay_haptic_servo_config c = belay_haptic_servo_config_default(&def.device);
    c.start_seconds = 0.0;
    f.r = rig_begin(&def, &c);
    f.model = rig_wall(0.0, 0.3);
    return f;
}

static void go(floor_under_hand* f, double seconds)
{
    int each = (int)lround(RIG_H / f->r.period);
    for (int i = 0; i * f->r.period < seconds; i++) {
        f->height += f->speed * f->r.period;
        if (f->r.ticks % each == 0 && !f->is_stalled) {
            f->model.local.contacts[0].gap = -f->height;
            rig_renew(&f->model);
        }
        f->r.model = &f->model;
        rig_tick(&f->r);
        double force = v3_length(f->r.output.device.force);
        f->worst = fmax(f->worst, force - f->last);
        f->last = force;
    }
}

static void end(floor_under_hand* f, const char* what, belay_haptic_preset preset)
{
    cr_expect_gt(f->last, 0.1, "%s, %s: it ends with %g N", what, belay_haptic_preset_name(preset), f->last);
    cr_expect_leq(f->worst, MOST_GROWTH, "%s, %s: grows by %g N", what, belay_haptic_preset_name(preset), f->worst);
    rig_end(&f->r);
}

Test(haptic_passivity, a_floor_lifts_the_hand)
{
    for (size_t i = 0; i < PRESETS; i++) {
        floor_under_hand f = begin(presets[i], -5e-3, 0);
        f.speed = 0.05;
        go(&f, 0.4);
        f.speed = 0.0;
        go(&f, 0.2);
        end(&f, "lifted", presets[i]);
    }
}

Test(haptic_passivity, physics_stalls_under_the_hand)
{
    for (size_t i = 0; i < PRESETS; i++) {
        floor_under_hand f = begin(presets[i], -5e-3, 0);
        f.speed = 0.05;
        go(&f, 0.2);
        f.speed = 0.0;
        go(&f, 0.2);
        f.is_stalled = true;
        go(&f, 0.5);
        cr_expect_eq(f.last, 0.0, "%g N by a model of half a second ago", f.last);
        f.is_stalled = false;
        go(&f, 0.5);
        end(&f, "stalled", presets[i]);
    }
}

Test(haptic_passivity, poses_are_none_for_a_while)
{
    for (size_t i = 0; i < PRESETS; i++) {
        floor_under_hand f = begin(presets[i], -5e-3, 1000);
        f.speed = 0.05;
        go(&f, 0.2);
        f.speed = 0.0;
        go(&f, 0.6);
        end(&f, "no pose", presets[i]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The last stage
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_passivity, what_leaves_the_servo_is_a_number)
{
    const double sizes[] = {DBL_TRUE_MIN, DBL_MIN, 1e-300, 1.0, DBL_MAX, HUGE_VAL, NAN};
    const bl_limit_settings settings = {
        .max_force = 3.3, .max_torque = 0.1, .max_slew = 2000.0, .max_torque_slew = 50.0};
    bl_limit limit;
    bl_limit_init(&limit, &settings);
    for (int i = 0; i < 7 * 7; i++) {
        uint32_t reasons = 0;
        belay_haptic_output out = {v3(sizes[i % 7], -sizes[i / 7], 0.0), v3(0.0, sizes[i / 7], sizes[i % 7]), 0.0};
        bl_limit_apply(&limit, T, i % 2 == 0, &out, &reasons);
        cr_assert(v3_is_finite(out.force) && v3_is_finite(out.torque), "%g, %g", sizes[i % 7], sizes[i / 7]);
        cr_assert(v3_length(out.force) <= 3.3 && v3_length(out.torque) <= 0.1);
        belay_haptic_output one = {v3(1.0, 0.0, 0.0), v3_zero(), 0.0};
        for (int k = 0; k < 3; k++) {
            one.force.x = 1.0;
            bl_limit_apply(&limit, T, false, &one, &reasons);
        }
        cr_assert_float_eq(one.force.x, 1.0, 1e-12, "after %g, %g", sizes[i % 7], sizes[i / 7]);
    }
}

Test(haptic_passivity, torque_comes_no_faster_than_its_limit)
{
    const bl_limit_settings settings = {.max_force = 3.0, .max_torque = 0.1, .max_slew = 1e9, .max_torque_slew = 20.0};
    bl_limit limit;
    bl_limit_init(&limit, &settings);
    for (int i = 1; i <= 5; i++) {
        uint32_t reasons = 0;
        belay_haptic_output out = {v3_zero(), v3(0.0, 0.09, 0.0), 0.0};
        bl_limit_apply(&limit, T, false, &out, &reasons);
        cr_assert_float_eq(out.torque.y, fmin(0.09, 0.02 * i), 1e-12, "tick %d", i);
        cr_assert_eq((reasons & belay_haptic_reason_bit(BELAY_HAPTIC_REASON_SLEW)) != 0, i < 5);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Glitches, and devices of which nothing is known
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_passivity, an_unknown_device_gets_little)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL), none = plain_config();
    cr_assert(c.max_force == 3.0 && c.max_torque == 0.1);
    none.max_force = none.max_torque = 0.0;
    bench b = bench_begin(&none);
    press(&b, -0.1);
    cr_assert_float_eq(v3_length(b.output.device.force), 3.0, 1e-9);
    bench_end(&b);
}

// 22 mm, or 60 degrees, in a tick: no hand does that. No force in that tick; the rest comes back by a ramp.
Test(haptic_passivity, a_pose_that_jumps_is_none)
{
    for (int turns = 0; turns < 2; turns++) {
        belay_haptic_servo_config c = plain_config();
        bench b = pressed(&c, 2.0);
        belay_haptic_input there = b.input.device;
        if (turns)
            b.input.device.rotation = q_exp(v3(1.047, 0.0, 0.0));
        else
            b.input.device.position = v3(0.01, 0.0, -0.02);
        tick(&b);
        cr_assert(has(&b, BELAY_HAPTIC_REASON_BAD_POSE));
        cr_assert_eq(v3_length(b.output.device.force), 0.0);
        b.input.device = there;
        for (int i = 0; i < 200; i++) {
            tick(&b);
            cr_assert_leq(v3_length(b.output.device.force) - b.last, 2.0 * T / c.recover_seconds + 1e-12, "tick %d", i);
        }
        cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-9);
        bench_end(&b);
    }
}
