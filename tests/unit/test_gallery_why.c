// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The line that tells why a step was slow or inexact.

#include "gallery/why.h"

#include <criterion/criterion.h>
#include <string.h>

static const double H = 0.01, TOLERANCE = 1e-6;

static belay_step_stats good_step(void)
{
    belay_step_stats s = {.step = 1, .has_converged = true, .seconds = 0.002};
    s.residual.natural = 1e-7;
    s.part_seconds[BELAY_STEP_NARROW_PHASE] = 0.0005;
    s.part_seconds[BELAY_STEP_SOLVE] = 0.0015;
    return s;
}

static why_verdict tell(const belay_step_stats* s, char text[256])
{
    return why_tell(s, H, TOLERANCE, text, 256);
}

Test(gallery_why, a_good_step_tells_which_part_took_most)
{
    char text[256];
    belay_step_stats s = good_step();
    cr_expect_eq(tell(&s, text), WHY_GOOD);
    cr_expect_not_null(strstr(text, belay_step_part_name(BELAY_STEP_SOLVE)), "%s", text);
    cr_expect_not_null(strstr(text, "75 %"), "%s", text);
    s.part_seconds[BELAY_STEP_NARROW_PHASE] = 0.0016;
    tell(&s, text);
    cr_expect_not_null(strstr(text, belay_step_part_name(BELAY_STEP_NARROW_PHASE)), "%s", text);
}

Test(gallery_why, a_step_that_takes_longer_than_it_stands_for_is_slow)
{
    char text[256];
    belay_step_stats s = good_step();
    s.seconds = 1.01 * H;
    cr_expect_eq(tell(&s, text), WHY_SLOW);
    s.seconds = 0.99 * H;
    cr_expect_eq(tell(&s, text), WHY_GOOD);
}

Test(gallery_why, an_inexact_step_tells_what_ended_it)
{
    char text[256];
    belay_step_stats s = good_step();
    s.has_converged = false;
    s.residual.natural = 3e-4;
    cr_expect_eq(tell(&s, text), WHY_INEXACT);
    cr_expect_not_null(strstr(text, "out of sweeps"), "%s", text);
    cr_expect_not_null(strstr(text, "3.0e-04"), "%s", text);
    s.is_work_exhausted = true;
    tell(&s, text);
    cr_expect_not_null(strstr(text, "out of work"), "%s", text);
    s.is_budget_exhausted = true;
    tell(&s, text);
    cr_expect_not_null(strstr(text, "out of time"), "%s", text);
}

Test(gallery_why, before_the_first_step_there_is_nothing_to_tell)
{
    char text[256];
    belay_step_stats s = {0};
    cr_expect_eq(tell(&s, text), WHY_NOTHING);
    cr_expect_str_empty(text);
}

// Of a world: a budget that no step can keep ends a solve, and the line says so.
Test(gallery_why, a_world_without_time_says_so)
{
    char text[256];
    belay_world_def def = belay_world_def_default();
    belay_world* world;
    def.solver.budget_seconds = 1e-9;
    def.solver.tolerance = 1e-14;
    def.enable_sleep = false;
    cr_assert_eq(belay_world_create(&def, &world, NULL), BELAY_OK);
    belay_collider_def floor = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    cr_assert_eq(belay_body_create_static(world, belay_pose_identity(), &floor, NULL), BELAY_OK);
    for (int i = 0; i < 60; i++) {
        belay_body_def box = belay_body_def_default();
        belay_collider_def cube = belay_collider_def_box((belay_vec3){1.0, 1.0, 1.0});
        belay_body_id id;
        box.pose.position = (belay_vec3){0.01 * (i % 7), 0.013 * (i % 5), 0.5 + 0.999 * i};
        cr_assert_eq(belay_body_create_solid(world, &box, &cube, &id), BELAY_OK);
    }
    cr_assert_eq(belay_world_step(world), BELAY_OK);
    const belay_step_stats* s = belay_world_get_stats(world);
    cr_assert(s->is_budget_exhausted && !s->has_converged);
    cr_expect_eq(tell(s, text), WHY_INEXACT);
    cr_expect_not_null(strstr(text, "out of time (budget)"), "%s", text);
    belay_world_destroy(world);
}
