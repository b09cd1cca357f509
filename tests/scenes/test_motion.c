// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The scenes of the benchmark of scenes in motion, small, and what its driver tells of an engine that fails.

#include "motion/motion.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { STEPS = 3 };

static motion_scene build(const motion_row* row)
{
    motion_scene s = motion_scene_begin(row->few);
    row->build(&s);
    cr_assert(motion_scene_finish(&s), "%s", row->name);
    return s;
}

// Ends the test when a step fails.
static void run_steps(motion_run* run, const motion_scene* s, const motion_row* row, int workers)
{
    motion_settings settings = {.workers = workers};
    cr_assert(motion_run_begin(run, s, motion_belay(), &settings, STEPS), "%s", row->name);
    for (int i = 0; i < STEPS; i++)
        cr_assert(motion_run_step(run, true), "%s, step %d", row->name, i + 1);
}

Test(motion, every_scene_makes_steps_that_are_finite_and_no_faster_than_its_bound)
{
    for (int i = 0; i < motion_row_count; i++) {
        const motion_row* row = &motion_rows[i];
        motion_scene s = build(row);
        motion_run run;
        run_steps(&run, &s, row, 1);
        cr_expect_eq(run.series.count, STEPS, "%s", row->name);
        cr_expect_eq(run.summary.lost_step, 0, "%s", row->name);
        cr_expect_eq(run.summary.faults, 0, "%s", row->name);
        cr_expect_leq(run.summary.fastest, s.speed_bound, "%s: %g m/s", row->name, run.summary.fastest);
        motion_run_end(&run);
        motion_scene_fini(&s);
    }
}

// Two builds are two draws of the same random numbers.
Test(motion, every_scene_has_the_same_bits_when_it_is_built_again_and_runs_on_two_threads)
{
    for (int i = 0; i < motion_row_count; i++) {
        const motion_row* row = &motion_rows[i];
        motion_scene a = build(row), b = build(row);
        motion_run one, two;
        run_steps(&one, &a, row, 1);
        run_steps(&two, &b, row, 2);
        cr_assert_eq(a.body_count, b.body_count, "%s", row->name);
        for (int k = 0; k < a.body_count; k++) {
            if (!one.is_there[k]) continue;
            motion_state x = motion_run_state(&one, k), y = motion_run_state(&two, k);
            cr_assert_eq(memcmp(&x, &y, sizeof x), 0, "%s, body %d", row->name, k);
        }
        motion_run_end(&one);
        motion_run_end(&two);
        motion_scene_fini(&a);
        motion_scene_fini(&b);
    }
}

Test(motion, scenes_have_names_of_their_own)
{
    for (int i = 0; i < motion_row_count; i++)
        for (int k = 0; k < i; k++)
            cr_expect_str_neq(motion_rows[i].name, motion_rows[k].name);
}

Test(motion, a_body_weighs_what_its_parts_weigh_and_its_frame_is_at_their_centre)
{
    motion_scene s = motion_scene_begin(1);
    int cube = motion_shape_box(&s, (belay_vec3){1.0, 1.0, 1.0});
    int body = motion_body_add(&s, BELAY_BODY_DYNAMIC, cube, motion_at(0.0, 0.0, 2.0));
    motion_part_add(&s, cube, motion_at(2.0, 0.0, 0.0));
    cr_assert(motion_scene_finish(&s));
    cr_expect_float_eq(s.bodies[body].mass.mass, 2000.0, 1e-9);
    cr_expect_float_eq(s.bodies[body].pose.position.x, 1.0, 1e-12);
    cr_expect_float_eq(s.parts[0].pose.position.x, -1.0, 1e-12);
    // About y: each cube 1000 (1 + 1) / 12 and 1000 kg at 1 m.
    cr_expect_float_eq(s.bodies[body].mass.inertia.m[4], 2.0 * (1000.0 / 6.0 + 1000.0), 1e-6);
    motion_scene_fini(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// An engine that fails: one body of 1 kg at a speed that is twice as large in each step, and not a number at last
// ---------------------------------------------------------------------------------------------------------------------

typedef struct bad_engine {
    int step, lost_in;
} bad_engine;

static bool bad_step(void* world)
{
    ((bad_engine*)world)->step++;
    return true;
}

static void bad_state(void* world, int body, motion_state* state)
{
    const bad_engine* e = world;
    (void)body;
    *state = (motion_state){.pose = belay_pose_identity()};
    state->linear_velocity.x = e->step == e->lost_in ? NAN : (double)(1 << e->step);
}

static void bad_account(void* world, motion_account* account)
{
    (void)world;
    *account = (motion_account){.overlap = 0.5};
}

static void* bad_create(const motion_scene* scene, const motion_settings* settings)
{
    static bad_engine engine;
    (void)scene, (void)settings;
    engine = (bad_engine){0, 3};
    return &engine;
}

static bool bad_make(void* world, int index)
{
    (void)world, (void)index;
    return true;
}

static void bad_destroy(void* world)
{
    (void)world;
}

static const motion_calls bad_calls = {.name = "bad",
                                       .create = bad_create,
                                       .destroy = bad_destroy,
                                       .make_body = bad_make,
                                       .step = bad_step,
                                       .get_state = bad_state,
                                       .get_account = bad_account};

Test(motion, energy_that_rises_and_a_body_that_is_lost_are_told)
{
    motion_scene s = motion_scene_begin(1);
    motion_settings settings = {.workers = 1};
    motion_run run;
    s.gravity = 0.0;
    motion_body_add(&s, BELAY_BODY_DYNAMIC, motion_shape_box(&s, (belay_vec3){0.1, 0.1, 0.1}),
                    motion_at(0.0, 0.0, 0.0));
    cr_assert(motion_scene_finish(&s));
    cr_assert(motion_run_begin(&run, &s, &bad_calls, &settings, 5));
    cr_expect(motion_run_step(&run, true));
    cr_expect_float_eq(run.summary.gain, 0.5 * (4.0 - 1.0), 1e-9);
    cr_expect_float_eq(run.series.overlap[0], 0.5, 0.0);
    cr_expect(motion_run_step(&run, true));
    cr_expect_float_eq(run.summary.fastest, 4.0, 0.0);
    cr_expect_not(motion_run_step(&run, true));
    cr_expect_eq(run.summary.lost_step, 3);
    motion_run_end(&run);
    motion_scene_fini(&s);
}
