// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptics/two_rates.h"
#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>
#include <string.h>

#define ROD_RADIUS 0.003       // m
#define VERTEX_MASS 0.005      // kg
#define VERTEX_STIFFNESS 120.0 // N/m
#define VERTEX_DAMPING 0.1     // N s/m

static void make_world(two_rates* s, const two_rates_def* def)
{
    belay_world_def world = belay_world_def_default();
    world.step_seconds = def->h;
    world.gravity = v3_zero();
    world.contact_margin = 0.02;
    world.enable_sleep = def->sleeps;
    s->world = scene_world_of(&world);
}

static void make_vertex(two_rates* s, belay_material material)
{
    scene_ball b = scene_ball_default();
    b.radius = 0.01;
    b.mass = VERTEX_MASS;
    b.position = v3(0.0, 0.0, -0.01);
    b.material = material;
    b.is_rotation_locked = true;
    s->other = scene_add_ball(s->world, &b);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    def.body_a = s->other;
    def.frame_b.position = b.position;
    for (int k = 0; k < 3; k++) {
        def.axis[k].spring.is_enabled = true;
        def.axis[k].spring.stiffness = VERTEX_STIFFNESS;
        def.axis[k].spring.damping = VERTEX_DAMPING;
        def.axis[k].spring.max_force = HUGE_VAL;
    }
    belay_joint_id joint;
    cr_assert_eq(belay_joint_create(s->world, &def, &joint), BELAY_OK, "%s", belay_world_last_error(s->world));
}

static void clamp(two_rates* s, double at)
{
    rod_hold(s->world, s->rod, BELAY_ROD_CLAMP, at, the_world);
}

static belay_rod_def rubber(belay_material material)
{
    belay_rod_def def = rod_of(0.03, 12.0, 4e-3, ROD_RADIUS);
    def.damping_time = 0.01;
    def.material = material;
    return def;
}

static void make_rod(two_rates* s, belay_material material, bool sleeps)
{
    belay_rod_def def = rubber(material);
    def.length = 0.2;
    def.start = v3(-0.087, 0.0, -ROD_RADIUS);
    s->rod = rod_make(s->world, &def);
    clamp(s, 0.0);
    clamp(s, def.length);
    if (sleeps) cr_assert_eq(belay_rod_set_awake(s->world, s->rod, false), BELAY_OK);
}

static void hang_tool(two_rates* s, belay_material material)
{
    belay_rod_def def = rubber(material);
    def.length = 0.1;
    def.element_count = 16;
    def.start = v3(0.0, 0.0, 0.12);
    def.direction = v3(0.0, 0.0, -1.0);
    s->rod = rod_make(s->world, &def);
    clamp(s, 0.0);
    rod_hold(s->world, s->rod, BELAY_ROD_PIN, def.length, s->tool);
}

static void make_tool(two_rates* s, belay_material material)
{
    scene_ball b = scene_ball_default();
    b.radius = TWO_RATES_RADIUS;
    b.mass = 0.05;
    b.position = v3(0.0, 0.0, 0.02);
    b.material = material;
    s->tool = scene_add_ball(s->world, &b);
}

static void make_servo(two_rates* s, const two_rates_def* def)
{
    s->config = belay_haptic_servo_config_default(NULL);
    s->config.stiffness = 1000.0;
    s->config.max_force = 100.0;
    s->config.damping = def->damping;
    s->config.start_seconds = 0.0;
    s->config.enable_passivity_controller = false;
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(&s->config, &s->servo, &error), BELAY_OK, "%s", error.message);
    belay_haptic_coupling_def coupling = belay_haptic_coupling_def_default(&s->config);
    cr_assert_eq(belay_haptic_coupling_create(s->world, s->tool, &coupling, &s->coupling), BELAY_OK, "%s",
                 belay_world_last_error(s->world));
}

two_rates two_rates_begin(const two_rates_def* def)
{
    two_rates s;
    memset(&s, 0, sizeof s);
    belay_material material = belay_material_default();
    material.friction = def->mu;
    make_world(&s, def);
    if (def->ground == TWO_RATES_WALL) scene_plane(s.world, v3(0.0, 0.0, 1.0), 0.0, material);
    if (def->ground == TWO_RATES_VERTEX) make_vertex(&s, material);
    if (def->ground == TWO_RATES_ROD) make_rod(&s, material, def->sleeps);
    make_tool(&s, material);
    if (def->ground == TWO_RATES_HELD) hang_tool(&s, material);
    make_servo(&s, def);
    s.h = def->h;
    s.input.dt = TWO_RATES_T;
    s.input.commands = BELAY_HAPTIC_START;
    s.input.device.rotation = belay_quat_identity();
    s.output.target.position = v3(0.0, 0.0, 0.02);
    s.output.target.rotation = belay_quat_identity();
    return s;
}

void two_rates_end(two_rates* s)
{
    belay_haptic_servo_destroy(s->servo);
    belay_world_destroy(s->world);
}

static void step(two_rates* s)
{
    cr_assert_eq(belay_haptic_coupling_pull(s->world, &s->coupling, s->output.target), BELAY_OK);
    scene_steps(s->world, 1);
    cr_assert_eq(belay_world_get_local_model(s->world, s->tool, &s->model.local), BELAY_OK, "%s",
                 belay_world_last_error(s->world));
    cr_assert_eq(belay_local_model_wake_rods(s->world, &s->model.local), BELAY_OK);
    belay_haptic_contact_model_seal(&s->model, s->model.sequence + 1);
}

void two_rates_tick(two_rates* s, belay_vec3 device)
{
    double now = (double)s->ticks++ * TWO_RATES_T;
    if (now >= s->next_step - 1e-9) {
        s->next_step += s->h;
        if (!s->is_stalled) step(s);
    }
    s->input.model = s->model.sequence > 0 ? &s->model : NULL;
    s->input.device.position = device;
    belay_haptic_servo_tick(s->servo, &s->input, &s->output);
    s->input.commands = 0;
}

void two_rates_move(two_rates* s, belay_vec3 from, belay_vec3 to, int ticks)
{
    for (int i = 1; i <= ticks; i++)
        two_rates_tick(s, v3_add_scaled(from, (double)i / ticks, v3_sub(to, from)));
}
