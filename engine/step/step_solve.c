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

static void add_contact(const bl_motion_parts* p, uint32_t contact, bl_residual_sum* sum)
{
    const bl_step_scratch* s = p->s;
    const bl_contact_row* row = &s->solve.rows[contact];
    double u[3];
    bl_contact_row_velocity(row, s->motion.velocities, u);
    bl_contact_row_shift(row, u);
    bl_residual_sum_add(sum, (int)contact, row->block.weight, row->block.mu, row->r, u, row->q);
    p->stats->max_overlap = fmax(p->stats->max_overlap, -s->detect.contacts[contact].point.gap);
}

// What joints and holds leave counts as much as what contacts do, in all three measures.
static void add_left(bl_residual_sum* sum, double left, double free)
{
    sum->natural += left;
    sum->alart_curnier += left;
    sum->fischer_burmeister += left;
    sum->q += free;
}

static void add_rod_element(const bl_step_scratch* s, const bl_rod_element* e, bl_residual_sum* sum)
{
    const bl_rod_set* rods = &s->rods.set;
    if (e->count == 0) return; // left out: it has no rows
    if (e->law != BL_ROD_UNILATERAL) {
        add_left(sum, bl_rod_element_natural_squared(rods, e, s->motion.velocities), bl_rod_element_free_squared(e));
        return;
    }
    double u[3];
    bl_rod_element_velocity(rods, e, s->motion.velocities, u);
    for (int k = 0; k < 3; k++)
        u[k] -= e->target[k];
    bl_residual_sum_add(sum, -1, e->weight, e->mu, e->r, u, e->q);
}

// Returns what rounding leaves in its natural map, squared.
static double add_element(const bl_motion_parts* p, const bl_row_set* set, uint32_t element, bl_residual_sum* sum)
{
    const bl_step_scratch* s = p->s;
    if (element < set->contact_count) {
        add_contact(p, element, sum);
    } else if (bl_row_set_is_rod(set, element)) {
        add_rod_element(s, &set->rods.elements[element - set->rod_first], sum);
    } else {
        uint32_t joint = element - set->contact_count;
        add_left(sum, bl_joint_block_natural_squared(&set->joints, joint, s->motion.velocities), s->joints.free[joint]);
    }
    return bl_element_rounding_squared(set, element, s->motion.velocities);
}

// The sums of an island, and whether it has converged: by the same measure as is reported, so that a step that has
// converged reports no residual above the tolerance. The velocities may have been larger before the solve than they are
// now; what was lost to rounding then is still missing.
static void measure_island(const bl_motion_parts* p, const bl_row_set* set, uint32_t island, bl_residual_sum* sum)
{
    BELAY_ASSERT(island < p->s->solve.islands.count);
    const bl_step_scratch* s = p->s;
    bl_nsgs_report* report = &s->solve.reports[island];
    bl_residual_sum part;
    bl_residual_sum_init(&part);
    bl_island_scale scale = {0.0, 0.0};
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++)
        scale.rounding_squared += add_element(p, set, s->solve.islands.order[k], &part);
    scale.rounding_squared = fmax(scale.rounding_squared, report->rounding_squared);
    scale.free_squared = part.q;
    report->has_converged = part.natural <= bl_island_goal_squared(&scale, p->def->solver.tolerance);
    report->rounding_squared = scale.rounding_squared;
    report->free_squared = part.q;
    bl_residual_sum_merge(sum, &part, scale.rounding_squared);
}

static void measure_residual(const bl_motion_parts* p)
{
    const bl_step_scratch* s = p->s;
    bl_row_set set = bl_step_row_set(p->s);
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    for (uint32_t k = 0; k < s->solve.islands.count; k++)
        measure_island(p, &set, k, &sum);
    for (ptrdiff_t i = 0; i < arrlen(s->rods.contacts); i++)
        p->stats->max_overlap = fmax(p->stats->max_overlap, -s->rods.contacts[i].at.gap);
    p->stats->residual = bl_residual_sum_finish(&sum);
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
    measure_residual(p);
    for (uint32_t k = 0; k < s->solve.islands.count; k++) {
        p->stats->has_converged = p->stats->has_converged && s->solve.reports[k].has_converged;
        if (s->solve.reports[k].has_converged) bl_step_settle(p, k);
    }
    s->rods.solves++;
    return result;
}
