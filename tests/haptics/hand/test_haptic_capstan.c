// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rope is drawn over a drum through the device: the hand feels the load times the capstan's factor, with the rope's
// thickness counted (tests/scenes/rods/test_rods_capstan.c), whatever the rate of physics.

#include "belay/haptic_coupling.h"
#include "haptics/rig.h"
#include "support/rods/rod_wrap.h"

#include <criterion/criterion.h>
#include <string.h>

#define LOAD 1.0      // N, at the other end ...
#define GROWS 0.3     // s: ... when it has come
#define SPEED 0.01    // m/s, of the hand
#define TICKS 3000    // 1 ms
#define MEASURED 1000 // the last of them
#define TAIL 12       // elements

typedef struct drawn {
    rod_wrap wrap;
    belay_body_id tool;
    belay_haptic_coupling coupling;
    belay_haptic_contact_model model;
    rig r;
    double next_step; // s
    belay_vec3 from;
} drawn;

static void hold_end(drawn* d, double hz)
{
    belay_world* world = d->wrap.world;
    cr_assert(belay_world_set_step_seconds(world, 1.0 / hz) == BELAY_OK);
    belay_vec3 nodes[ROD_MAX_NODES];
    int32_t count;
    cr_assert(belay_rod_get_nodes(world, d->wrap.rope, nodes, NULL, ROD_MAX_NODES, &count) == BELAY_OK);
    scene_ball b = scene_ball_default();
    b.radius = 0.005;
    b.mass = 0.05;
    b.position = d->from = nodes[count - 1];
    d->tool = scene_add_ball(world, &b);
    rod_hold(world, d->wrap.rope, BELAY_ROD_PIN, d->wrap.length, d->tool);
}

static drawn begin(double hz, double mu, belay_haptic_preset preset, belay_haptic_tool_kind kind)
{
    drawn d;
    memset(&d, 0, sizeof d);
    rod_wrap_def wrap = {.round = 0.05,
                         .radius = 0.0385 * 0.05,
                         .turn = SCENE_PI,
                         .helix = 0.5 * SCENE_PI,
                         .elements = 20,
                         .tail = TAIL,
                         .friction = mu,
                         .bend = 1e-6};
    d.wrap = rod_wrap_make(&wrap);
    hold_end(&d, hz);
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(preset);
    def.device.rate = 1000.0;
    def.motion.kind = BELAY_HAND_TARGET;
    def.position = d.from;
    belay_haptic_servo_config c = belay_haptic_servo_config_default(&def.device);
    c.start_seconds = 0.0;
    c.tool = kind;
    c.tool_mass = 0.05;
    d.r = rig_begin(&def, &c);
    d.r.output.target = (belay_pose){d.from, belay_quat_identity()};
    belay_haptic_coupling_def coupling = belay_haptic_coupling_def_default(&c);
    cr_assert(belay_haptic_coupling_create(d.wrap.world, d.tool, &coupling, &d.coupling) == BELAY_OK);
    return d;
}

static void step(drawn* d, double now)
{
    belay_world* world = d->wrap.world;
    rod_push(world, d->wrap.rope, 0.0, v3_scale(LOAD * fmin(1.0, now / GROWS), d->wrap.low));
    cr_assert(belay_haptic_coupling_pull(world, &d->coupling, d->r.output.target) == BELAY_OK);
    scene_steps(world, 1);
    cr_assert(belay_world_get_local_model(world, d->tool, &d->model.local) == BELAY_OK);
    belay_haptic_contact_model_seal(&d->model, d->model.sequence + 1);
}

// The mean force along the rope, N.
static double draw(drawn* d)
{
    double sum = 0.0;
    for (int i = 0; i < TICKS; i++) {
        if (i * 1e-3 >= d->next_step - 1e-9) {
            d->next_step += belay_world_get_def(d->wrap.world)->step_seconds;
            step(d, i * 1e-3);
        }
        belay_vec3 velocity = v3_scale(SPEED, d->wrap.high);
        belay_pose target = {v3_add_scaled(d->from, i * 1e-3, velocity), belay_quat_identity()};
        belay_haptic_simulation_set_target(d->r.device.simulation, target, velocity);
        d->r.model = &d->model;
        rig_tick(&d->r);
        if (i >= TICKS - MEASURED) sum -= v3_dot(d->r.output.device.force, d->wrap.high);
    }
    return sum / MEASURED;
}

static double exponent(double mu, double e)
{
    return (-1.0 / mu + sqrt(1.0 / (mu * mu) + 4.0 * e * (1.0 - e))) / (2.0 * e);
}

static void check(double hz, double mu, belay_haptic_preset preset, belay_haptic_tool_kind kind)
{
    drawn d = begin(hz, mu, preset, kind);
    double force = draw(&d), right = LOAD * exp(exponent(mu, 0.0385) * SCENE_PI);
    cr_expect_float_eq(force, right, 0.01 * right, "%g Hz, mu %g, preset %d, tool %d: %g N, not %g", hz, mu,
                       (int)preset, (int)kind, force, right);
    rig_end(&d.r);
    belay_world_destroy(d.wrap.world);
}

Test(haptic_capstan, the_hand_feels_the_load_times_the_factor_of_the_drum)
{
    const double rates[] = {60.0, 250.0, 1000.0};
    for (int i = 0; i < 3; i++) {
        check(rates[i], 0.3, BELAY_HAPTIC_PRESET_SIGMA_7, BELAY_HAPTIC_TOOL_POINT);
        check(rates[i], 0.15, BELAY_HAPTIC_PRESET_INVERSE3, BELAY_HAPTIC_TOOL_POSE);
    }
    check(250.0, 0.3, BELAY_HAPTIC_PRESET_INVERSE3, BELAY_HAPTIC_TOOL_POINT);
    check(250.0, 0.3, BELAY_HAPTIC_PRESET_SIGMA_7, BELAY_HAPTIC_TOOL_DYNAMIC);
}
