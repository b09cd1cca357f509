// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/solve/step_library.h"

#include "belay/timer.h"
#include "core/alloc.h"
#include "math/cone.h"
#include "solver/library/assemble_rows.h"
#include "step/solve/step_islands.h"

#include <float.h>
#include <string.h>

const belay_island_solver* bl_step_solver_of_island(const belay_world_def* def, const bl_solve_scratch* solve,
                                                    const bl_row_set* set, uint32_t island)
{
    const bl_islands* islands = &solve->islands;
    uint32_t begin = islands->begin[island], end = islands->begin[island + 1], last = islands->order[end - 1];
    belay_island_class class = end - begin < BL_LARGE_CONTACTS ? BELAY_ISLAND_SMALL : BELAY_ISLAND_LARGE;
    if (last >= set->contact_count) class = bl_row_set_is_rod(set, last) ? BELAY_ISLAND_RODS : BELAY_ISLAND_JOINTS;
    return &def->solver.islands[class];
}

// Rows of the island <- r, and what the change does to velocities.
static void take_impulses(const bl_row_set* set, const bl_contact_rows* from, const double* r, bl_velocity* velocities)
{
    for (int32_t a = 0; a < from->count; a++) {
        bl_contact_row* row = &set->rows[from->order[a]];
        double next[3], dr[3];
        memcpy(next, r + 3 * (size_t)a, sizeof next);
        if (!bl_cone_contains(row->block.mu, next)) bl_cone_project(row->block.mu, next, next);
        for (int i = 0; i < 3; i++)
            dr[i] = next[i] - row->r[i];
        memcpy(row->r, next, sizeof next);
        bl_contact_row_apply(row, dr, set->responses, velocities);
    }
}

static belay_solve_options options_of(const belay_solver_settings* s, const belay_island_solver* how, double deadline)
{
    belay_solve_options o = belay_solve_options_default();
    o.tolerance = s->tolerance;
    o.max_iterations = s->max_iterations;
    o.local = how->local;
    if (deadline > 0.0) o.budget_seconds = fmax(DBL_MIN, deadline - belay_timer_seconds());
    return o;
}

bl_nsgs_report bl_step_solve_by_library(const belay_world_def* def, bl_step_scratch* s, const bl_row_set* set,
                                        uint32_t island, double deadline)
{
    const bl_islands* islands = &s->solve.islands;
    uint32_t begin = islands->begin[island], count = islands->begin[island + 1] - begin;
    const belay_island_solver* how = bl_step_solver_of_island(def, &s->solve, set, island);
    bl_contact_rows from = {set->rows, set->responses, islands->order + begin, (int32_t)count};
    bl_nsgs_report report = {.is_out_of_memory = true};
    belay_problem* problem = NULL;
    if (bl_contact_rows_assemble(&from, &def->allocator, &problem, NULL) != BELAY_OK) return report;
    belay_solve_options options = options_of(&def->solver, how, deadline);
    belay_solve_report found;
    belay_result result = belay_problem_solve(problem, how->method, &options, problem->r, &found, NULL);
    report.is_out_of_memory = result == BELAY_ERROR_MEMORY;
    if (result == BELAY_OK) {
        take_impulses(set, &from, problem->r, s->motion.velocities);
        report.iterations = (int)fmin((double)found.iterations, INT32_MAX);
        report.is_out_of_time = found.status == BELAY_SOLVE_BUDGET;
        report.has_converged = found.status == BELAY_SOLVE_SOLVED;
    }
    belay_problem_destroy(problem);
    return report;
}
