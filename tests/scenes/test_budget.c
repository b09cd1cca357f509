// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene K1: boxes fall into a pit and physics has no time for them. A budget that is over before it begins gives the
// same course on every machine, and is the worst that there is.

#include "support/scene_solids.h"

#include <criterion/criterion.h>

#define H (1.0 / 60.0)
#define SIDE 0.2 // m
#define PIT 0.6  // m, half its width
#define BOXES 64
#define FALL 2.4 // m, of the highest

typedef struct pit {
    belay_world* world;
    belay_body_id boxes[BOXES];
    int count;
} pit;

static pit make_pit(double budget, int count)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = H;
    def.solver.budget_seconds = budget;
    pit p = {.world = scene_world_of(&def), .count = count};
    const belay_vec3 inward[5] = {
        {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}};
    for (int k = 0; k < 5; k++)
        scene_plane(p.world, inward[k], k == 0 ? 0.0 : -PIT, belay_material_default());
    for (int i = 0; i < count; i++) {
        // Shifted from layer to layer, so that they fall over each other.
        double shift = 0.02 * (i / 16 % 3);
        belay_vec3 place = {0.28 * (i % 4 - 1.5) + shift, 0.28 * (i / 4 % 4 - 1.5) - shift, 0.3 + 0.6 * (i / 16)};
        scene_solid box = scene_box(v3(SIDE, SIDE, SIDE), place);
        p.boxes[i] = scene_add_solid(p.world, &box);
    }
    return p;
}

static double fastest(const pit* p)
{
    double speed = 0.0;
    for (int i = 0; i < p->count; i++) {
        belay_body_state state = scene_state(p->world, p->boxes[i]);
        cr_assert(v3_is_finite(state.pose.position), "box %d", i);
        speed = fmax(speed, v3_length(state.linear_velocity));
    }
    return speed;
}

Test(scene_K1, without_time_each_call_is_one_step_and_nothing_explodes)
{
    pit p = make_pit(1e-30, BOXES);
    double most = 1.1 * sqrt(2.0 * SCENE_G * FALL);
    for (int i = 1; i <= 180; i++) {
        scene_steps(p.world, 1);
        const belay_step_stats* s = belay_world_get_stats(p.world);
        cr_assert_eq(belay_world_get_step_count(p.world), (uint64_t)i);
        cr_assert_float_eq(belay_world_get_time(p.world), i * H, 1e-12 * i);
        cr_assert(s->contacts == 0 || s->has_converged || s->is_budget_exhausted, "step %d", i);
        cr_assert_leq(fastest(&p), most, "step %d", i);
    }
    for (int i = 0; i < p.count; i++) {
        belay_vec3 at = scene_state(p.world, p.boxes[i]).pose.position;
        cr_assert(at.z > 0.0 && fmax(fabs(at.x), fabs(at.y)) < PIT, "box %d is outside", i);
    }
    belay_world_destroy(p.world);
}

// Two layers: no more than what a step can solve when it may.
Test(scene_K1, residual_is_small_again_when_there_is_time)
{
    pit p = make_pit(1e-30, 32);
    double starved = 0.0;
    for (int i = 0; i < 60; i++) {
        scene_steps(p.world, 1);
        starved = fmax(starved, belay_world_get_stats(p.world)->residual.natural);
    }
    cr_assert_gt(starved, 1e-3);
    belay_solver_settings settings = belay_solver_settings_default();
    cr_assert_eq(belay_world_set_solver(p.world, &settings), BELAY_OK);
    scene_steps(p.world, 30);
    for (int i = 0; i < 30; i++) {
        scene_steps(p.world, 1);
        cr_assert(!belay_world_get_stats(p.world)->is_budget_exhausted);
        scene_check_converged(p.world);
    }
    belay_world_destroy(p.world);
}

Test(scene_K1, bad_budgets_are_refused)
{
    const double bad[] = {-1e-3, NAN};
    belay_world* world = scene_world(H);
    for (int k = 0; k < 2; k++) {
        uint64_t before = belay_world_hash(world);
        belay_solver_settings settings = belay_solver_settings_default();
        settings.budget_seconds = bad[k];
        belay_result answer = belay_world_set_solver(world, &settings);
        scene_check_refused(world, before, answer, BELAY_ERROR_VALUE, "budget_seconds", k == 0 ? "-0.001" : "nan");
    }
    belay_world_destroy(world);
}
