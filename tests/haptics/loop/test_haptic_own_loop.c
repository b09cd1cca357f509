// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The loop that a program ticks itself: the document's program gives the force it promises, the bits are those of the
// calls made one by one, and losing, stopping and refusing are those of a loop with a thread.

#include "belay/haptic_own_loop.h"
#include "haptics/rig.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <string.h>

int own_loop_example(void); // of haptics/docs/own_loop.md

Test(haptic_own_loop, example_of_the_document_runs, .init = cr_redirect_stdout)
{
    cr_assert_eq(own_loop_example(), 0);
    fflush(stdout);
    double force, tool, hand;
    int ticks;
    cr_assert_eq(fscanf(cr_get_redirected_stdout(), "force %lf N, tool at %lf m, hand at %lf m, %d ticks", &force,
                        &tool, &hand, &ticks),
                 4);
    cr_assert_eq(ticks, 1500);
    // 300 N/m of the hand and 700 N/m of the coupling share 3 mm; the device's friction holds a part.
    double right = 0.003 * 300.0 * 700.0 / 1000.0;
    double friction = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMNI).device.friction;
    cr_assert_leq(force, right + 0.01, "%g N", force);
    cr_assert_geq(force, right - friction * 700.0 / 1000.0 - 0.01, "%g N", force);
    cr_assert_float_eq(force, 700.0 * (tool - hand), 0.02, "%g N, %g m", force, tool - hand);
    cr_assert_float_eq(tool, 0.01, 1e-4);
}

#define H (1.0 / 250.0)

typedef struct setup {
    belay_haptic_simulation* simulation;
    belay_haptic_loop_def def;
    belay_world* world;
    belay_body_id tool;
    belay_haptic_own_loop* loop;
} setup;

static setup prepare(int64_t unplug_tick)
{
    setup s;
    memset(&s, 0, sizeof s);
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMNI);
    def.is_self_clocked = true;
    def.motion = rig_press(0.012, -0.007, 0.2);
    def.position = def.motion.start;
    def.faults.unplug_tick = unplug_tick;
    belay_error error;
    cr_assert_eq(belay_haptic_simulation_create(&def, &s.simulation, &error), BELAY_OK, "%s", error.message);
    belay_haptic_driver driver = belay_haptic_simulation_driver(s.simulation);
    belay_haptic_device_info info;
    char why[128];
    cr_assert_eq(driver.ops->probe(driver.driver, &info, 1, why, sizeof why), 1);
    s.def = belay_haptic_loop_def_default(driver, &info);
    belay_world_def world = belay_world_def_default();
    world.step_seconds = H;
    world.gravity = v3_zero();
    s.world = scene_world_of(&world);
    scene_plane(s.world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball b = scene_ball_default();
    b.radius = 0.01;
    b.mass = 0.05;
    b.position = v3(0.0, 0.0, 0.012);
    s.tool = scene_add_ball(s.world, &b);
    return s;
}

static void make(setup* s)
{
    belay_error error;
    cr_assert_eq(belay_haptic_own_loop_create(&s->def, s->world, s->tool, &s->loop, &error), BELAY_OK, "%s",
                 error.message);
}

static void end(setup* s)
{
    belay_haptic_own_loop_destroy(s->loop);
    belay_world_destroy(s->world);
    belay_haptic_simulation_destroy(s->simulation);
}

static void step(setup* s)
{
    cr_assert_eq(belay_haptic_own_loop_before_step(s->loop), BELAY_OK, "%s", belay_world_last_error(s->world));
    scene_steps(s->world, 1);
    cr_assert_eq(belay_haptic_own_loop_after_step(s->loop), BELAY_OK, "%s", belay_world_last_error(s->world));
}

static belay_haptic_servo_output output_of(setup* s)
{
    belay_haptic_servo_output output;
    cr_assert(belay_haptic_own_loop_get_state(s->loop, &output, NULL));
    return output;
}

// Ticks with a step every four; the number of ticks until one said false, or all.
static int run(setup* s, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        if (i % 4 == 0) step(s);
        if (!belay_haptic_own_loop_tick(s->loop, 1e-3)) return i + 1;
    }
    return ticks;
}

// What a program had to do before: pull, step, model, seal, read, tick, write.
static void run_by_hand(setup* s, int ticks, belay_vec3* forces)
{
    belay_error error;
    belay_haptic_servo* servo;
    void* device;
    belay_haptic_coupling coupling;
    const belay_haptic_device_ops* ops = s->def.driver.ops;
    belay_haptic_coupling_def coupling_def = belay_haptic_coupling_def_default(&s->def.servo);
    cr_assert_eq(belay_haptic_servo_create(&s->def.servo, &servo, &error), BELAY_OK);
    cr_assert_eq(ops->open(s->def.driver.driver, &s->def.device, &device, &error), BELAY_OK);
    cr_assert_eq(belay_haptic_coupling_create(s->world, s->tool, &coupling_def, &coupling), BELAY_OK);
    static belay_haptic_contact_model model;
    memset(&model, 0, sizeof model);
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
    memset(&input, 0, sizeof input);
    input.commands = BELAY_HAPTIC_START | BELAY_HAPTIC_REOPEN;
    for (int i = 0; i < ticks; i++) {
        if (i % 4 == 0) {
            if (i > 0) belay_haptic_coupling_pull(s->world, &coupling, output.target);
            scene_steps(s->world, 1);
            belay_world_get_local_model(s->world, s->tool, &model.local);
            belay_haptic_contact_model_seal(&model, model.sequence + 1);
        }
        input.status = ops->read(device, &input.device);
        input.model = &model;
        input.dt = 1e-3;
        belay_haptic_servo_tick(servo, &input, &output);
        ops->write(device, &output.device);
        input.commands = 0;
        forces[i] = output.device.force;
    }
    ops->close(device);
    belay_haptic_servo_destroy(servo);
}

enum { TICKS = 600 };

Test(haptic_own_loop, forces_are_those_of_the_single_calls)
{
    static belay_vec3 right[TICKS];
    setup by_hand = prepare(0), s = prepare(0);
    run_by_hand(&by_hand, TICKS, right);
    make(&s);
    double largest = 0.0;
    for (int i = 0; i < TICKS; i++) {
        if (i % 4 == 0) step(&s);
        cr_assert(belay_haptic_own_loop_tick(s.loop, 1e-3));
        belay_vec3 force = output_of(&s).device.force;
        cr_assert(scene_is_same_vector(force, right[i]), "tick %d: %g N, not %g N", i, force.z, right[i].z);
        largest = fmax(largest, force.z);
    }
    cr_assert_gt(largest, 0.5); // it was in contact
    end(&s);
    end(&by_hand);
}

Test(haptic_own_loop, stops_lets_go_and_starts_again)
{
    setup s = prepare(0);
    make(&s);
    run(&s, 500);
    cr_assert_gt(output_of(&s).device.force.z, 0.4);
    belay_haptic_own_loop_command(s.loop, BELAY_HAPTIC_STOP);
    run(&s, 24);
    cr_assert_eq(v3_length(output_of(&s).device.force), 0.0);
    belay_haptic_own_loop_command(s.loop, BELAY_HAPTIC_RELEASE);
    run(&s, 400);
    cr_assert(output_of(&s).reasons & belay_haptic_reason_bit(BELAY_HAPTIC_REASON_RELEASED));
    belay_haptic_own_loop_command(s.loop, BELAY_HAPTIC_START | BELAY_HAPTIC_GRAB);
    run(&s, 400);
    cr_assert_eq(output_of(&s).gain, 1.0);
    belay_haptic_own_loop_destroy(s.loop);
    s.loop = NULL;
    belay_haptic_simulation_step(s.simulation, 0.01);
    belay_haptic_simulation_state state;
    belay_haptic_simulation_get_state(s.simulation, &state);
    cr_assert_eq(v3_length(state.force), 0.0);
    cr_assert_not(state.is_open);
    end(&s);
}

Test(haptic_own_loop, a_lost_device_is_told_and_can_be_opened_again)
{
    setup s = prepare(300);
    make(&s);
    belay_error error;
    cr_assert_eq(belay_haptic_own_loop_reopen(s.loop, &error), BELAY_ERROR_STATE);
    int ticks = run(&s, 1000);
    cr_assert(ticks >= 300 && ticks <= 302, "%d", ticks);
    cr_assert_not(belay_haptic_own_loop_tick(s.loop, 1e-3));
    step(&s); // the tool is let go
    belay_body_state before = scene_state(s.world, s.tool);
    cr_assert_neq(belay_haptic_own_loop_reopen(s.loop, &error), BELAY_OK); // still unplugged
    cr_assert_not(belay_haptic_own_loop_tick(s.loop, 1e-3));
    scene_steps(s.world, 50);
    cr_assert_lt(v3_distance(scene_state(s.world, s.tool).pose.position, before.pose.position), 0.05);
    belay_haptic_simulation_plug(s.simulation, true);
    cr_assert_eq(belay_haptic_own_loop_reopen(s.loop, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(run(&s, 800), 800);
    cr_assert_gt(output_of(&s).device.force.z, 0.4);
    end(&s);
}

Test(haptic_own_loop, what_cannot_be_is_refused_and_leaves_nothing)
{
    setup s = prepare(0);
    belay_error error;
    belay_haptic_own_loop* loop = NULL;
    cr_assert_eq(belay_haptic_own_loop_create(NULL, s.world, s.tool, &loop, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_haptic_own_loop_create(&s.def, NULL, s.tool, &loop, &error), BELAY_ERROR_VALUE);
    belay_haptic_loop_def bad = s.def;
    bad.stops_at_process_end = true;
    cr_assert_eq(belay_haptic_own_loop_create(&bad, s.world, s.tool, &loop, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "stops_at_process_end"), "%s", error.message);
    bad = s.def;
    bad.device.owns_loop = true;
    cr_assert_eq(belay_haptic_own_loop_create(&bad, s.world, s.tool, &loop, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "owns_loop"), "%s", error.message);
    belay_body_id none = {0};
    uint64_t hash = belay_world_hash(s.world);
    cr_assert_eq(belay_haptic_own_loop_create(&s.def, s.world, none, &loop, &error), BELAY_ERROR_HANDLE);
    cr_assert_eq(belay_world_hash(s.world), hash);
    cr_assert_null(loop);
    belay_haptic_simulation_state state;
    belay_haptic_simulation_get_state(s.simulation, &state);
    cr_assert_not(state.is_open); // the device is not kept
    cr_assert_not(belay_haptic_own_loop_tick(NULL, 1e-3));
    cr_assert_eq(belay_haptic_own_loop_before_step(NULL), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_haptic_own_loop_after_step(NULL), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_haptic_own_loop_reopen(NULL, &error), BELAY_ERROR_VALUE);
    cr_assert_not(belay_haptic_own_loop_get_state(NULL, NULL, NULL));
    belay_haptic_own_loop_command(NULL, BELAY_HAPTIC_STOP);
    belay_haptic_own_loop_destroy(NULL);
    end(&s);
}
