// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contact problem: its solve, with what guards it, and its residual.

#include "step/step_solve.h"
#include "belay/timer.h"
#include "core/alloc.h"
#include "core/assert.h"
#include "solver/law/residual.h"
#include "solver/rows/island_residual.h"
#include "solver/sweep/nsgs.h"
#include "step/assemble/step_assemble.h"
#include "step/guard/step_finite.h"
#include "step/guard/step_limit.h"
#include "step/guard/step_settle.h"
#include "step/solve/step_islands.h"
#include "step/solve/step_residual.h"
#include "step/step_tolerances.h"

// The world itself stands behind the last body.
static void add_report(belay_step_stats* stats, const bl_nsgs_report* report)
{
    if (report->iterations > stats->iterations) stats->iterations = report->iterations;
    stats->newton_iterations += report->newton_iterations;
    stats->contact_solves += report->contact_solves;
    stats->work += report->work;
    stats->is_work_exhausted = stats->is_work_exhausted || report->is_out_of_work;
    stats->local_failures += report->local_failures;
    stats->library_islands += report->is_by_library;
    stats->library_fallbacks += report->is_left_by_library;
    stats->is_budget_exhausted = stats->is_budget_exhausted || report->is_out_of_time;
}

belay_result bl_step_solve(belay_world* world, double deadline)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    bl_step_scratch* s = p->s;
    p->stats->has_converged = true;
    if (deadline > 0.0 && belay_timer_seconds() >= deadline) p->stats->is_budget_exhausted = true;
    belay_result result = bl_step_solve_islands(world, deadline);
    world->times.swept_at = belay_timer_seconds();
    int sweeps = 0, newton = 0;
    for (uint32_t k = 0; k < s->solve.islands.count; k++) {
        sweeps = s->solve.reports[k].iterations > sweeps ? s->solve.reports[k].iterations : sweeps;
        newton += s->solve.reports[k].newton_iterations;
    }
    // Many small changes, or large ones there and back, have left their rounding in the velocities.
    if (sweeps > BL_SWEEPS_THAT_ROUND || newton > 0) bl_step_apply_impulses(p->entities, p->roster, s);
    bl_step_check_islands(world, deadline);
    bl_step_limit_impulses(world, deadline);
    p->stats->library_islands = p->stats->library_fallbacks = 0; // of the last solve, if there are several
    for (uint32_t k = 0; k < s->solve.islands.count; k++)
        add_report(p->stats, &s->solve.reports[k]);
    bl_step_measure_residual(p);
    for (uint32_t k = 0; k < s->solve.islands.count; k++) {
        p->stats->has_converged = p->stats->has_converged && s->solve.reports[k].has_converged;
        if (s->solve.reports[k].has_converged) bl_step_settle(p, k);
    }
    s->rods.solves++;
    return result;
}
