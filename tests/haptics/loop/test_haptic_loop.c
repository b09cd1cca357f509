// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The loop on its thread (haptics 7.9), with a simulated device and a world: it starts, publishes, stops, loses its
// device and gets it back. Nothing here depends on how fast this machine is.

#include "belay/haptic_loop.h"
#include "belay/timer.h"
#include "haptics/rig.h"
#include "support/scene.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

// A self-clocked device: every read lets a period pass, whatever the real one was.
static belay_haptic_simulation_def device_def(void)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMNI);
    def.is_self_clocked = true;
    def.motion = rig_press(0.012, -0.007, 0.2); // to 3 mm below where the tool touches
    def.position = def.motion.start;
    return def;
}

typedef struct setup {
    belay_haptic_simulation* simulation;
    belay_haptic_loop_def def;
    belay_haptic_loop* loop;
    belay_world* world;
    belay_body_id tool;
} setup;

static void make_loop(setup* s, const belay_haptic_simulation_def* def, const char* recording)
{
    char why[128];
    belay_error error;
    cr_assert_eq(belay_haptic_simulation_create(def, &s->simulation, &error), BELAY_OK, "%s", error.message);
    belay_haptic_driver driver = belay_haptic_simulation_driver(s->simulation);
    belay_haptic_device_info info;
    cr_assert_eq(driver.ops->probe(driver.driver, &info, 1, why, sizeof why), 1);
    s->def = belay_haptic_loop_def_default(driver, &info);
    s->def.servo.start_seconds = 0.01;
    // A busy machine stops threads for long: that is not looked at here.
    s->def.servo.stale_seconds = 30.0;
    s->def.servo.gap_seconds = 1.0;
    s->def.servo.late_periods = 100.0;
    s->def.recording = recording;
    s->def.wants_realtime = false;
    cr_assert_eq(belay_haptic_loop_create(&s->def, &s->loop, &error), BELAY_OK, "%s", error.message);
}

static void make_world(setup* s)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 250.0;
    def.gravity = v3_zero();
    s->world = scene_world_of(&def);
    scene_plane(s->world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball b = scene_ball_default();
    b.radius = 0.01;
    b.mass = 0.05;
    b.position = v3(0.0, 0.0, 0.012);
    s->tool = scene_add_ball(s->world, &b);
    cr_assert_eq(belay_haptic_loop_attach(s->loop, s->world, s->tool), BELAY_OK);
}

static void setup_end(setup* s)
{
    if (s->world != NULL) {
        belay_haptic_loop_detach(s->loop, s->world);
        belay_world_destroy(s->world);
    }
    belay_haptic_loop_destroy(s->loop);
    belay_haptic_simulation_destroy(s->simulation);
}

static void step(setup* s)
{
    cr_assert_eq(belay_haptic_loop_apply(s->loop, s->world), BELAY_OK, "%s", belay_world_last_error(s->world));
    scene_steps(s->world, 1);
    cr_assert_eq(belay_haptic_loop_publish(s->loop, s->world), BELAY_OK, "%s", belay_world_last_error(s->world));
}

// Steps the world until the servo has made so many ticks.
static void run_ticks(setup* s, uint64_t ticks)
{
    belay_haptic_loop_stats stats;
    double limit = belay_timer_seconds() + 60.0;
    do {
        step(s);
        SDL_Delay(2);
        belay_haptic_loop_get_stats(s->loop, &stats);
    } while (stats.ticks < ticks && stats.is_running && belay_timer_seconds() < limit);
}

static void start(setup* s)
{
    belay_error error;
    cr_assert_eq(belay_haptic_loop_start(s->loop, &error), BELAY_OK, "%s", error.message);
}

Test(haptic_loop, drives_a_device_against_a_world_7_9)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    make_loop(&s, &def, NULL);
    make_world(&s);
    start(&s);
    run_ticks(&s, 800);
    belay_haptic_servo_output out;
    belay_haptic_servo_report report;
    cr_assert(belay_haptic_loop_get_state(s.loop, &out, &report));
    cr_assert(out.is_in_contact);
    // 300 N/m of the hand, 5 mm above... against 700 N/m of the coupling: 3 mm shared.
    double right = 0.003 * 300.0 * 700.0 / 1000.0;
    cr_assert_float_eq(out.device.force.z, right, 0.3, "%g N", out.device.force.z);
    cr_assert_gt(report.models, 10);
    belay_body_state tool;
    belay_body_get_state(s.world, s.tool, &tool);
    cr_assert_float_eq(tool.pose.position.z, 0.01, 1e-4);
    belay_haptic_loop_stop(s.loop);
    belay_haptic_simulation_state state;
    belay_haptic_simulation_get_state(s.simulation, &state);
    cr_assert_eq(state.bad_writes, 0);
    belay_haptic_loop_stats stats;
    belay_haptic_loop_get_stats(s.loop, &stats);
    cr_assert_not(stats.is_running);
    cr_assert_geq(stats.ticks, 800);
    cr_assert_eq(stats.latency.count, stats.ticks);
    cr_assert_eq(stats.period.count, stats.ticks - 1);
    cr_assert_leq(stats.work.p50, stats.work.max);
    cr_assert_str_eq(stats.realtime_text, "not asked for");
    setup_end(&s);
}

// Stop, drop: the last force is zero (K4), and starting again is a start.
Test(haptic_loop, last_force_is_zero_after_stop_and_restart_works)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    make_loop(&s, &def, NULL);
    make_world(&s);
    for (int round = 0; round < 3; round++) {
        start(&s);
        run_ticks(&s, 500);
        belay_haptic_loop_stop(s.loop);
        belay_haptic_simulation_step(s.simulation, 0.01); // what is under way arrives
        belay_haptic_simulation_state state;
        belay_haptic_simulation_get_state(s.simulation, &state);
        cr_assert_eq(v3_length(state.force), 0.0);
        step(&s); // the tool is let go
        belay_vec3 force = v3_zero();
        cr_assert_eq(belay_haptic_loop_apply(s.loop, s.world), BELAY_OK);
        cr_assert_eq(v3_length(force), 0.0);
    }
    setup_end(&s);
}

Test(haptic_loop, destroying_a_running_loop_ends_it)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    make_loop(&s, &def, NULL);
    make_world(&s);
    start(&s);
    run_ticks(&s, 400);
    belay_haptic_loop_detach(s.loop, s.world);
    belay_world_destroy(s.world);
    belay_haptic_loop_destroy(s.loop);
    belay_haptic_simulation_step(s.simulation, 0.01);
    belay_haptic_simulation_state state;
    belay_haptic_simulation_get_state(s.simulation, &state);
    cr_assert_eq(v3_length(state.force), 0.0);
    cr_assert_not(state.is_open);
    belay_haptic_simulation_destroy(s.simulation);
}

// Thread and device outlive nothing (section 5, no. 17).
Test(haptic_loop, many_starts_and_stops_5_17)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    make_loop(&s, &def, NULL);
    s.def.servo.stop_seconds = 0.0;
    for (int i = 0; i < 1000; i++) {
        start(&s);
        belay_haptic_loop_stop(s.loop);
    }
    cr_assert_eq(belay_haptic_loop_start(s.loop, NULL), BELAY_OK);
    cr_assert_eq(belay_haptic_loop_start(s.loop, NULL), BELAY_ERROR_STATE);
    setup_end(&s);
}

Test(haptic_loop, lost_device_ends_the_loop_and_can_be_opened_again_7_7)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    def.faults.unplug_tick = 300;
    make_loop(&s, &def, NULL);
    make_world(&s);
    start(&s);
    run_ticks(&s, 100000); // until it is lost
    belay_haptic_loop_stats stats;
    belay_haptic_loop_get_stats(s.loop, &stats);
    cr_assert(stats.is_lost);
    cr_assert_leq(stats.ticks, 302);
    belay_haptic_servo_output out;
    cr_assert(belay_haptic_loop_get_state(s.loop, &out, NULL));
    cr_assert(out.reasons & belay_haptic_reason_bit(BELAY_HAPTIC_REASON_LOST));
    belay_error error;
    cr_assert_eq(belay_haptic_loop_start(s.loop, &error), BELAY_ERROR_STATE);
    while (belay_haptic_loop_reopen(s.loop, &error) == BELAY_ERROR_STATE && stats.is_running)
        belay_haptic_loop_get_stats(s.loop, &stats);
    cr_assert_neq(belay_haptic_loop_reopen(s.loop, &error), BELAY_OK); // still unplugged
    belay_haptic_simulation_plug(s.simulation, true);
    cr_assert_eq(belay_haptic_loop_reopen(s.loop, &error), BELAY_OK, "%s", error.message);
    start(&s);
    run_ticks(&s, 600);
    cr_assert(belay_haptic_loop_get_state(s.loop, &out, NULL));
    cr_assert(out.is_to_be_written);
    belay_haptic_loop_stop(s.loop);
    belay_haptic_simulation_state state;
    belay_haptic_simulation_get_state(s.simulation, &state);
    cr_assert_eq(state.writes_when_lost, 0);
    setup_end(&s);
}

Test(haptic_loop, device_with_a_loop_of_its_own)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    def.device.owns_loop = true;
    make_loop(&s, &def, NULL);
    if (s.def.driver.ops->run == NULL) cr_skip_test("the simulated device has no loop of its own");
    make_world(&s);
    start(&s);
    run_ticks(&s, 800);
    belay_haptic_servo_output out;
    cr_assert(belay_haptic_loop_get_state(s.loop, &out, NULL));
    belay_haptic_loop_stop(s.loop);
    belay_haptic_loop_stats stats;
    belay_haptic_loop_get_stats(s.loop, &stats);
    cr_assert_geq(stats.ticks, 800);
    cr_assert_eq(stats.latency.count, 0); // not this thread's to wake
    setup_end(&s);
}

Test(haptic_loop, grab_and_release)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    def.motion.start = def.motion.end = def.position = v3(0.03, 0.0, 0.05); // far from the tool
    def.motion.kind = BELAY_HAND_REST;
    make_loop(&s, &def, NULL);
    make_world(&s);
    belay_haptic_loop_release(s.loop);
    start(&s);
    run_ticks(&s, 100);
    cr_assert_lt(v3_distance(scene_state(s.world, s.tool).pose.position, v3(0.0, 0.0, 0.012)), 1e-6);
    belay_haptic_loop_grab(s.loop);
    run_ticks(&s, 400);
    belay_haptic_servo_output out;
    cr_assert(belay_haptic_loop_get_state(s.loop, &out, NULL));
    // Held where it was, and still there.
    cr_assert_lt(v3_distance(out.target.position, v3(0.0, 0.0, 0.012)), 2e-4);
    cr_assert_lt(v3_distance(scene_state(s.world, s.tool).pose.position, v3(0.0, 0.0, 0.012)), 2e-4);
    cr_assert_lt(v3_length(out.device.force), 0.05);
    setup_end(&s);
}

Test(haptic_loop, recording_of_a_loop_replays_7_11)
{
    const char* path = "haptic_loop_recording.tmp";
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    make_loop(&s, &def, path);
    make_world(&s);
    start(&s);
    run_ticks(&s, 500);
    belay_haptic_loop_stop(s.loop);
    belay_haptic_loop_stats stats;
    belay_haptic_loop_get_stats(s.loop, &stats);
    setup_end(&s);
    belay_haptic_replay_report report;
    belay_error error;
    cr_assert_eq(belay_haptic_replay_run(path, NULL, &report, &error), BELAY_OK, "%s", error.message);
    remove(path);
    cr_assert_eq(report.ticks + stats.recording_dropped, stats.ticks);
    if (stats.recording_dropped == 0) cr_assert_eq(report.different, 0);
    cr_assert_not(report.is_cut_short);
}

// Whatever the answer is, it is told (section 8).
Test(haptic_loop, answer_to_the_wish_for_realtime_is_told)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    make_loop(&s, &def, NULL);
    belay_haptic_loop_stats stats;
    belay_haptic_loop_get_stats(s.loop, &stats);
    cr_assert_str_eq(stats.realtime_text, "not answered yet");
    belay_haptic_loop_destroy(s.loop);
    s.def.wants_realtime = true;
    belay_error error;
    cr_assert_eq(belay_haptic_loop_create(&s.def, &s.loop, &error), BELAY_OK);
    start(&s);
    do {
        SDL_Delay(1);
        belay_haptic_loop_get_stats(s.loop, &stats);
    } while (stats.ticks == 0);
    cr_assert_neq(stats.realtime, BELAY_HAPTIC_REALTIME_NOT_ASKED);
    cr_assert_gt(strlen(stats.realtime_text), 10);
    setup_end(&s);
}

Test(haptic_loop, bad_definitions_are_refused)
{
    setup s = {0};
    belay_haptic_simulation_def def = device_def();
    make_loop(&s, &def, NULL);
    belay_error error;
    belay_haptic_loop* loop = NULL;
    cr_assert_eq(belay_haptic_loop_create(NULL, &loop, &error), BELAY_ERROR_VALUE);
    belay_haptic_loop_def bad = s.def;
    bad.servo.period = 0.1;
    cr_assert_eq(belay_haptic_loop_create(&bad, &loop, &error), BELAY_ERROR_VALUE);
    bad = s.def;
    bad.servo.stiffness = NAN;
    cr_assert_eq(belay_haptic_loop_create(&bad, &loop, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_haptic_loop_create(&s.def, &loop, &error), BELAY_ERROR_STATE); // in use
    cr_assert_null(loop);
    cr_assert_eq(belay_haptic_loop_publish(s.loop, NULL), BELAY_ERROR_STATE); // no tool
    belay_haptic_loop_destroy(NULL);
    setup_end(&s);
}
