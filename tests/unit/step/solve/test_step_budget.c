// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The plan of a step that has a time budget: nothing here is timed.

#include "scenes/experiment.h"
#include "step/solve/step_budget.h"

#include <criterion/criterion.h>

Test(step_budget, an_estimate_is_what_always_comes)
{
    bl_time_estimate e = {0.0, 0.0};
    for (int i = 0; i < 10; i++)
        bl_time_estimate_learn(&e, 2e-3);
    cr_expect(e.mean == 2e-3 && e.deviation == 0.0);
    cr_expect(bl_time_estimate_bound(&e) == 2e-3);
}

// One step that was ten times as long makes the next ones careful; it is forgotten by a factor of 7/8 a step at most.
Test(step_budget, an_estimate_forgets)
{
    bl_time_estimate e = {1e-3, 0.0};
    bl_time_estimate_learn(&e, 1e-2);
    cr_expect(bl_time_estimate_bound(&e) > 5e-3, "%g s", bl_time_estimate_bound(&e));
    for (int i = 0; i < 100; i++)
        bl_time_estimate_learn(&e, 1e-3);
    cr_expect(bl_time_estimate_bound(&e) < 1.01e-3, "%g s", bl_time_estimate_bound(&e));
}

// With a budget that is over before it begins every step does the least: 16 sweeps of the solve, ten of the recovery
// of overlap. The balls still end in the box, whole, and steps say that they were late.
Test(step_budget, late_steps_do_the_least)
{
    experiment_options o = experiment_options_default();
    o.values[EXPERIMENT_N] = 80.0;
    o.world.solver.budget_seconds = 1e-30;
    experiment* e = NULL;
    belay_error error;
    cr_assert_eq(experiment_create(experiment_kind_find("settling"), &o, &e, &error), BELAY_OK, "%s", error.message);
    bool any_recovery = false;
    for (int k = 0; k < 60; k++) {
        cr_assert_eq(experiment_step(e), BELAY_OK);
        const belay_step_stats* s = belay_world_get_stats(e->world);
        cr_assert(s->is_budget_exhausted);
        cr_assert(s->iterations <= 16 && s->overlap_iterations <= 10);
        any_recovery = any_recovery || s->overlap_iterations > 0;
    }
    cr_expect(any_recovery);
    experiment_destroy(e);
}
