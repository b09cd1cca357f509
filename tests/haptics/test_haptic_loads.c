// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the hand carries, drags and pushes, with physics at its own rate: the force at the device is that of the weight
// and of friction, whatever the rate and however fast it goes.

#include "belay/haptic_coupling.h"
#include "haptics/rig.h"
#include "support/parts.h"

#include <criterion/criterion.h>
#include <string.h>

#define MU 0.4
#define TICKS 2500
#define MEASURED 500 // ticks, the last

typedef struct hand_world {
    belay_world* world;
    belay_body_id tool;
    belay_haptic_coupling coupling;
    belay_haptic_contact_model model;
    rig r;
    double next_step; // s
} hand_world;

static hand_world begin(double hz)
{
    hand_world w;
    memset(&w, 0, sizeof w);
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / hz;
    def.contact_margin = 0.02;
    w.world = scene_world_of(&def);
    scene_plane(w.world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){MU, 0.0});
    return w;
}

// A device in a hand that goes where it is told to, as the tool `kind`.
static void hold(hand_world* w, belay_haptic_preset preset, belay_haptic_tool_kind kind, belay_vec3 at, double mass)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(preset);
    def.device.rate = 1000.0;
    def.device.position_step = 0.0;
    def.motion.kind = BELAY_HAND_TARGET;
    def.position = at;
    belay_haptic_servo_config c = belay_haptic_servo_config_default(&def.device);
    c.start_seconds = 0.0;
    c.tool = kind;
    c.tool_mass = mass;
    w->r = rig_begin(&def, &c);
    w->r.output.target = (belay_pose){at, belay_quat_identity()};
    belay_haptic_coupling_def coupling = belay_haptic_coupling_def_default(&c);
    cr_assert(belay_haptic_coupling_create(w->world, w->tool, &coupling, &w->coupling) == BELAY_OK);
}

static void tick(hand_world* w, belay_vec3 at, belay_vec3 velocity)
{
    if (w->r.ticks * w->r.period >= w->next_step - 1e-9) {
        w->next_step += belay_world_get_def(w->world)->step_seconds;
        cr_assert(belay_haptic_coupling_pull(w->world, &w->coupling, w->r.output.target) == BELAY_OK);
        scene_steps(w->world, 1);
        cr_assert(belay_world_get_local_model(w->world, w->tool, &w->model.local) == BELAY_OK);
        belay_haptic_contact_model_seal(&w->model, w->model.sequence + 1);
    }
    belay_pose target = {at, belay_quat_identity()};
    belay_haptic_simulation_set_target(w->r.device.simulation, target, velocity);
    w->r.model = &w->model;
    rig_tick(&w->r);
}

static void end(hand_world* w)
{
    rig_end(&w->r);
    belay_world_destroy(w->world);
}

// Held still for 0.2 s, then led along `velocity` for `seconds`, and held there: the mean force at the end.
static belay_vec3 lead(hand_world* w, belay_vec3 from, belay_vec3 velocity, double seconds)
{
    belay_vec3 sum = v3_zero();
    for (int i = 0; i < TICKS; i++) {
        double t = fmin(seconds, fmax(0.0, i * 1e-3 - 0.2));
        bool goes = t > 0.0 && t < seconds;
        tick(w, v3_add_scaled(from, t, velocity), goes ? velocity : v3_zero());
        if (i >= TICKS - MEASURED) sum = v3_add(sum, w->r.output.device.force);
    }
    return v3_scale(1.0 / MEASURED, sum);
}

static hand_world hold_box(double hz, belay_haptic_tool_kind kind, double mass)
{
    hand_world w = begin(hz);
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
        end(&w);
    }
}

// A box hangs from another one, by a joint: the hand carries both.
Test(haptic_loads, what_hangs_on_the_tool_weighs_too)
{
    const double mass = 0.2;
    hand_world w = begin(250.0);
    belay_vec3 at = v3(0.0, 0.0, 0.5), below = v3(0.0, 0.0, 0.4);
    w.tool = part_box(w.world, at, v3(0.05, 0.05, 0.05), mass, (belay_material){MU, 0.0});
    belay_body_id other = part_box(w.world, below, v3(0.05, 0.05, 0.05), mass, (belay_material){MU, 0.0});
    belay_joint_def def;
    cr_assert(belay_joint_def_at(w.world, BELAY_JOINT_BALL, w.tool, other, at, v3(1.0, 0.0, 0.0), &def) == BELAY_OK);
    cr_assert(belay_joint_create(w.world, &def, NULL) == BELAY_OK);
    hold(&w, BELAY_HAPTIC_PRESET_SIGMA_7, BELAY_HAPTIC_TOOL_POSE, at, mass);
    belay_vec3 force = lead(&w, at, v3_zero(), 0.0);
    cr_expect_float_eq(force.z, -2.0 * mass * SCENE_G, 0.02 * mass * SCENE_G, "%g N", force.z);
    end(&w);
}

Test(haptic_loads, what_is_dragged_rubs)
{
    const double mass = 0.3, right = MU * mass * SCENE_G;
    hand_world w = hold_box(240.0, BELAY_HAPTIC_TOOL_POSE, mass);
    belay_vec3 force = lead(&w, v3(0.0, 0.0, 0.025), v3(0.02, 0.0, 0.0), 10.0);
    cr_expect_float_eq(force.x, -right, 0.01 * right, "%g N, not %g", force.x, -right);
    end(&w);
}

Test(haptic_loads, what_is_pushed_rubs_at_any_speed_and_rate)
{
    const double rates[] = {60.0, 250.0, 1000.0}, speeds[] = {0.005, 0.012, 0.05}, mass = 0.096;
    for (int i = 0; i < 9; i++) {
        hand_world w = begin(rates[i / 3]);
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
        end(&w);
    }
}
