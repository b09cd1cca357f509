// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the hand carries, drags and pushes, with physics at its own rate: the force at the device is that of the weight
// and of friction, whatever the rate and however fast it goes.

#include "haptics/hand_world.h"

#include <criterion/criterion.h>

#define MU HAND_WORLD_MU
#define TICKS 2500
#define MEASURED 500 // ticks, the last

// A device in a hand that goes where it is told to, as the tool `kind`.
static void hold(hand_world* w, belay_haptic_preset preset, belay_haptic_tool_kind kind, belay_vec3 at, double mass)
{
    belay_haptic_simulation_def def = hand_world_device(preset, at);
    belay_haptic_servo_config c = hand_world_config(&def, kind, mass);
    hand_world_hold(w, &def, &c);
}

// Held still for 0.2 s, then led along `velocity` for `seconds`, and held there: the mean force at the end.
static belay_vec3 lead(hand_world* w, belay_vec3 from, belay_vec3 velocity, double seconds)
{
    belay_vec3 sum = v3_zero();
    for (int i = 0; i < TICKS; i++) {
        double t = fmin(seconds, fmax(0.0, i * 1e-3 - 0.2));
        bool goes = t > 0.0 && t < seconds;
        hand_world_tick(w, v3_add_scaled(from, t, velocity), goes ? velocity : v3_zero());
        if (i >= TICKS - MEASURED) sum = v3_add(sum, w->r.output.device.force);
    }
    return v3_scale(1.0 / MEASURED, sum);
}

static hand_world hold_box(double hz, belay_haptic_tool_kind kind, double mass)
{
    hand_world w = hand_world_begin(hz);
    belay_vec3 at = v3(0.0, 0.0, 0.025);
    w.tool = part_box(w.world, at, v3(0.05, 0.05, 0.05), mass, (belay_material){MU, 0.0});
    hold(&w, BELAY_HAPTIC_PRESET_SIGMA_7, kind, at, mass);
    return w;
}

static const belay_haptic_tool_kind kinds[] = {BELAY_HAPTIC_TOOL_POINT, BELAY_HAPTIC_TOOL_POSE,
                                               BELAY_HAPTIC_TOOL_DYNAMIC};

Test(haptic_loads, what_is_lifted_weighs)
{
    const double mass = 0.5, rates[] = {60.0, 250.0};
    for (int i = 0; i < 6; i++) {
        hand_world w = hold_box(rates[i / 3], kinds[i % 3], mass);
        belay_vec3 force = lead(&w, v3(0.0, 0.0, 0.025), v3(0.0, 0.0, 0.1), 1.0);
        cr_expect_float_eq(force.z, -mass * SCENE_G, 0.01 * mass * SCENE_G, "tool %d, %g Hz: %g N", (int)kinds[i % 3],
                           rates[i / 3], force.z);
        cr_expect_gt(scene_state(w.world, w.tool).pose.position.z, 0.1);
        hand_world_end(&w);
    }
}

// A box hangs from another one, by a joint: the hand carries both.
Test(haptic_loads, what_hangs_on_the_tool_weighs_too)
{
    const double mass = 0.2;
    hand_world w = hand_world_begin(250.0);
    belay_vec3 at = v3(0.0, 0.0, 0.5), below = v3(0.0, 0.0, 0.4);
    w.tool = part_box(w.world, at, v3(0.05, 0.05, 0.05), mass, (belay_material){MU, 0.0});
    belay_body_id other = part_box(w.world, below, v3(0.05, 0.05, 0.05), mass, (belay_material){MU, 0.0});
    belay_joint_def def;
    cr_assert(belay_joint_def_at(w.world, BELAY_JOINT_BALL, w.tool, other, at, v3(1.0, 0.0, 0.0), &def) == BELAY_OK);
    cr_assert(belay_joint_create(w.world, &def, NULL) == BELAY_OK);
    hold(&w, BELAY_HAPTIC_PRESET_SIGMA_7, BELAY_HAPTIC_TOOL_POSE, at, mass);
    belay_vec3 force = lead(&w, at, v3_zero(), 0.0);
    cr_expect_float_eq(force.z, -2.0 * mass * SCENE_G, 0.02 * mass * SCENE_G, "%g N", force.z);
    hand_world_end(&w);
}

Test(haptic_loads, what_is_dragged_rubs)
{
    const double mass = 0.3, right = MU * mass * SCENE_G;
    hand_world w = hold_box(240.0, BELAY_HAPTIC_TOOL_POSE, mass);
    belay_vec3 force = lead(&w, v3(0.0, 0.0, 0.025), v3(0.02, 0.0, 0.0), 10.0);
    cr_expect_float_eq(force.x, -right, 0.01 * right, "%g N, not %g", force.x, -right);
    hand_world_end(&w);
}

Test(haptic_loads, what_is_pushed_rubs_at_any_speed_and_rate)
{
    const double rates[] = {60.0, 250.0, 1000.0}, speeds[] = {0.005, 0.012, 0.05}, mass = 0.096;
    for (int i = 0; i < 9; i++) {
        hand_world w = hand_world_begin(rates[i / 3]);
        part_box(w.world, v3(0.0, 0.0, 0.015), v3(0.04, 0.04, 0.03), mass, (belay_material){MU, 0.0});
        belay_vec3 at = v3(-0.028, 0.0, 0.008);
        belay_body_def def = belay_body_def_default();
        def.pose.position = at;
        def.mass = 0.05;
        def.inertia = belay_inertia_sphere(def.mass, 0.005);
        def.gravity_scale = 0.0;
        cr_assert(belay_body_create(w.world, &def, &w.tool) == BELAY_OK);
        belay_collider_def ball = belay_collider_def_sphere(0.005);
        ball.material.friction = 0.0;
        part_collide(w.world, w.tool, &ball);
        hold(&w, BELAY_HAPTIC_PRESET_TOUCH_X, BELAY_HAPTIC_TOOL_POINT, at, def.mass);
        belay_vec3 force = lead(&w, at, v3(speeds[i % 3], 0.0, 0.0), 10.0);
        double right = MU * mass * SCENE_G;
        cr_expect_float_eq(force.x, -right, 0.01 * right, "%g Hz, %g m/s: %g N, not %g", rates[i / 3], speeds[i % 3],
                           force.x, -right);
        hand_world_end(&w);
    }
}

// A steady force off the middle and a torque of the program's on what is held: the hand feels both, in full where the
// device has torques, and by the tool's turn on the coupling in any case where it acts.
Test(haptic_loads, what_a_program_applies_is_felt)
{
    const belay_vec3 push = v3(0.4, -0.3, 0.0), torque = v3(0.0, 0.02, 0.03);
    for (int k = 0; k < 3; k++) {
        const double mass = 0.1;
        hand_world w = hand_world_begin(250.0);
        belay_vec3 at = v3(0.0, 0.0, 0.5), f = v3_zero(), t = v3_zero();
        w.tool = part_box(w.world, at, v3(0.05, 0.05, 0.05), mass, (belay_material){MU, 0.0});
        hold(&w, BELAY_HAPTIC_PRESET_SIGMA_7, kinds[k], at, mass);
        for (int i = 0; i < TICKS; i++) {
            bool steps = w.r.ticks * w.r.period >= w.next_step - 1e-9;
            if (steps) cr_assert(belay_body_apply_force(w.world, w.tool, push) == BELAY_OK);
            if (steps) cr_assert(belay_body_apply_torque(w.world, w.tool, torque) == BELAY_OK);
            hand_world_tick(&w, at, v3_zero());
            if (i < TICKS - MEASURED) continue;
            f = v3_add_scaled(f, 1.0 / MEASURED, w.r.output.device.force);
            t = v3_add_scaled(t, 1.0 / MEASURED, w.r.output.device.torque);
        }
        belay_vec3 right = v3_add(push, v3(0.0, 0.0, -mass * SCENE_G));
        cr_expect_lt(v3_distance(f, right), 0.01 * v3_length(right), "tool %d: %g %g %g N", k, f.x, f.y, f.z);
        belay_vec3 twist = kinds[k] == BELAY_HAPTIC_TOOL_POINT ? v3_zero() : torque;
        cr_expect_lt(v3_distance(t, twist), 0.02 * v3_length(torque), "tool %d: %g %g %g N m", k, t.x, t.y, t.z);
        hand_world_end(&w);
    }
}

// More than the device can bear, moved up and down by a firm hand: what the limits keep back is nobody's energy, and
// the observer says so.
Test(haptic_loads, what_is_too_heavy_for_the_device_makes_no_energy)
{
    const belay_haptic_preset presets[] = {BELAY_HAPTIC_PRESET_TOUCH, BELAY_HAPTIC_PRESET_FALCON};
    for (int k = 0; k < 6; k++) {
        const double mass = k < 3 ? 0.5 : 1.5;
        hand_world w = hand_world_begin(250.0);
        belay_vec3 at = v3(0.0, 0.0, 0.5);
        w.tool = part_box(w.world, at, v3(0.05, 0.05, 0.05), mass, (belay_material){MU, 0.0});
        hold(&w, presets[k / 3], kinds[k % 3], at, mass);
        for (int i = 0; i < 6000; i++) {
            double a = 2.0 * SCENE_PI * 0.5 * i * 1e-3;
            hand_world_tick(&w, v3(0.0, 0.0, 0.5 + 0.04 * sin(a)), v3(0.0, 0.0, 0.04 * SCENE_PI * cos(a)));
        }
        const belay_haptic_servo_report* report = rig_report(&w.r);
        cr_expect_gt(report->count[BELAY_HAPTIC_REASON_CLAMPED] + report->count[BELAY_HAPTIC_REASON_THERMAL], 1000);
        cr_expect_eq(report->count[BELAY_HAPTIC_REASON_NOT_PASSIVE], 0, "%d: %d ticks", k,
                     (int)report->count[BELAY_HAPTIC_REASON_NOT_PASSIVE]);
        cr_expect_eq(report->count[BELAY_HAPTIC_REASON_PASSIVITY], 0);
        hand_world_end(&w);
    }
}
