// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Forces of a program's own: the ready ones by their formulas, through the ramps and the last stage.

#include "belay/haptic_force.h"
#include "belay/quat.h"
#include "haptics/posed.h"

#include <criterion/criterion.h>

#define PI 3.14159265358979323846

static belay_haptic_moment moment_at(belay_vec3 x, belay_vec3 v, double time)
{
    belay_haptic_moment now;
    memset(&now, 0, sizeof now);
    now.pose = (belay_pose){x, belay_quat_identity()};
    now.linear = v;
    now.time = time;
    return now;
}

static belay_vec3 force_at(belay_haptic_effect effect, belay_vec3 x, belay_vec3 v, double time)
{
    belay_haptic_effects all = {.count = 1, .effects = {effect}};
    belay_haptic_moment now = moment_at(x, v, time);
    belay_vec3 force = v3(1.0, 0.0, 0.0), torque = v3_zero(); // is added to
    belay_haptic_effects_force(&all, &now, &force, &torque);
    return v3_sub(force, v3(1.0, 0.0, 0.0));
}

static void check(belay_vec3 force, belay_vec3 right, const char* what)
{
    cr_expect(v3_distance(force, right) <= 1e-12, "%s: %g %g %g", what, force.x, force.y, force.z);
}

Test(haptic_force, effects_are_their_formulas)
{
    belay_vec3 x = v3(0.03, 0.02, 0.01), v = v3(0.1, -0.2, 0.3);
    belay_haptic_effect e = {.stiffness = 100.0,
                             .damping = 2.0,
                             .point = v3(0.01, 0.0, 0.0),
                             .direction = v3(0.0, 0.0, 5.0),
                             .force = v3(0.1, 0.2, 0.3),
                             .amplitude = 0.5,
                             .frequency = 100.0};
    e.type = BELAY_HAPTIC_EFFECT_CONSTANT;
    check(force_at(e, x, v, 0.0), e.force, "constant");
    e.type = BELAY_HAPTIC_EFFECT_VISCOUS;
    check(force_at(e, x, v, 0.0), v3(-0.2, 0.4, -0.6), "viscous");
    e.type = BELAY_HAPTIC_EFFECT_POINT;
    check(force_at(e, x, v, 0.0), v3(-2.2, -1.6, -1.6), "point");
    e.type = BELAY_HAPTIC_EFFECT_LINE;
    check(force_at(e, x, v, 0.0), v3(-2.2, -1.6, 0.0), "line");
    e.type = BELAY_HAPTIC_EFFECT_PLANE;
    check(force_at(e, x, v, 0.0), v3(0.0, 0.0, -1.6), "plane");
    e.type = BELAY_HAPTIC_EFFECT_VIBRATION;
    check(force_at(e, x, v, 1.0025), v3(0.0, 0.0, 0.5 * sin(0.5 * PI)), "vibration");
    e.type = BELAY_HAPTIC_EFFECT_POINT;
    e.max_force = 0.1;
    cr_expect_float_eq(v3_length(force_at(e, x, v, 0.0)), 0.1, 1e-12);
    e.reach = 0.02;
    check(force_at(e, x, v, 0.0), v3_zero(), "out of reach");
}

// 1 N along x, on a hand in the air: by the ramp of the start, within the rating, and turned with the mount.
Test(haptic_force, is_sent_through_ramps_and_limits)
{
    belay_haptic_effects pull = {.count = 1,
                                 .effects = {{.type = BELAY_HAPTIC_EFFECT_CONSTANT, .force = {1.0, 0.0, 0.0}}}};
    belay_haptic_servo_config c = plain_config();
    c.start_seconds = 0.1;
    c.mount.rotation = q_exp(v3(0.0, 0.0, 0.5 * PI));
    bench b = bench_begin(&c);
    belay_haptic_servo_set_force(b.servo, belay_haptic_effects_force, &pull);
    b.input.device.position.z = 0.05;
    tick(&b);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    stay(&b, 200);
    cr_assert_float_eq(b.output.device.force.x, 0.0, 1e-12);
    cr_assert_float_eq(b.output.device.force.y, -1.0, 1e-12);
    pull.effects[0].force.x = 100.0;
    stay(&b, 100);
    cr_assert_float_eq(v3_length(b.output.device.force), 3.0, 1e-9);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_CLAMPED));
    pull.effects[0].force.x = NAN;
    tick(&b);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_BAD_FORCE));
    stay(&b, 100);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    bench_end(&b);
}

// A field that moves the hand gives it energy: that is no fault of the coupling, and the controller leaves it alone.
Test(haptic_force, the_passivity_controller_leaves_it_alone)
{
    belay_haptic_effects pull = {.count = 1,
                                 .effects = {{.type = BELAY_HAPTIC_EFFECT_CONSTANT, .force = {1.0, 0.0, 0.0}}}};
    belay_haptic_servo_config c = plain_config();
    bench b = bench_begin(&c);
    belay_haptic_servo_set_force(b.servo, belay_haptic_effects_force, &pull);
    b.input.device.position.z = 0.05;
    for (int i = 0; i < 500; i++) {
        b.input.device.position.x += 1e-4;
        tick(&b);
        if (i > 0) cr_assert_float_eq(b.output.device.force.x, 1.0, 1e-12, "tick %d", i);
    }
    cr_assert_eq(count_of(&b, BELAY_HAPTIC_REASON_PASSIVITY), 0);
    bench_end(&b);
}
