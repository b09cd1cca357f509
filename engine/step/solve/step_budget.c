// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/solve/step_budget.h"
#include "core/alloc.h"
#include "step/solve/solve_tolerances.h"

#include <math.h>

// What the parts after the solve take grows with it.
static double size_of(const belay_step_stats* stats, const bl_roster* roster)
{
    return (double)stats->contacts + stats->joints + stats->rod_contacts + (double)arrlen(roster->indices);
}

bl_step_deadlines bl_step_plan(const belay_world* world, double deadline)
{
    bl_step_deadlines d = {0.0, 0.0};
    if (deadline <= 0.0) return d;
    const bl_step_times* t = &world->times;
    double sweeps = fmin(t->recovery_sweeps, BL_RECOVERY_LEAST_SWEEPS) * world->stats.contacts;
    d.recovery = deadline - size_of(&world->stats, &world->roster) * bl_time_estimate_bound(&t->finish);
    d.solve = d.recovery - sweeps * bl_time_estimate_bound(&t->recovery);
    d.solve -= size_of(&world->stats, &world->roster) * bl_time_estimate_bound(&t->report);
    return d;
}

void bl_step_learn_times(belay_world* world, double now)
{
    bl_step_times* t = &world->times;
    const belay_step_stats* stats = &world->stats;
    double contact_sweeps = (double)stats->contacts * stats->overlap_iterations,
           size = size_of(&world->stats, &world->roster);
    if (stats->work > 0) bl_time_estimate_learn(&t->work, stats->part_seconds[BELAY_STEP_SOLVE] / (double)stats->work);
    if (contact_sweeps > 0.0) bl_time_estimate_learn(&t->recovery, (t->recovered_at - t->solved_at) / contact_sweeps);
    if (size > 0.0) bl_time_estimate_learn(&t->report, (t->solved_at - t->swept_at) / size);
    if (size > 0.0) bl_time_estimate_learn(&t->finish, (now - t->recovered_at) / size);
    t->recovery_sweeps = stats->overlap_iterations;
}
