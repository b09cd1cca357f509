// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/solve/step_library.h"

#include "belay/timer.h"
#include "core/alloc.h"
#include "math/cone.h"
#include "solver/assemble/assemble_rows.h"
#include "solver/assemble/island_problem.h"
#include "solver/rows/island_residual.h"
#include "step/solve/solve_tolerances.h"
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
        if (!bl_cone_contains(row->mu, next)) bl_cone_project(row->mu, next, next);
        for (int i = 0; i < 3; i++)
            dr[i] = next[i] - row->r[i];
        memcpy(row->r, next, sizeof next);
        bl_contact_row_apply(row, dr, set->responses, velocities);
    }
}

static belay_solve_options options_of(const belay_solver_settings* s, const belay_island_solver* how)
{
    belay_solve_options o = belay_solve_options_default();
    o.tolerance = s->tolerance;
    o.max_iterations = s->max_iterations;
    o.local = how->local;
    return o;
}

static bool has_contacts_alone(const bl_islands* islands, const bl_row_set* set, uint32_t island)
{
    return islands->order[islands->begin[island + 1] - 1] < set->contact_count;
}

bool bl_step_library_knows(const bl_step_scratch* s, const bl_row_set* set, uint32_t island)
{
    const bl_islands* islands = &s->solve.islands;
    uint32_t begin = islands->begin[island];
    return has_contacts_alone(islands, set, island) ||
           bl_island_problem_fits(set, islands->order + begin, islands->begin[island + 1] - begin);
}

// What an island is solved by.
typedef struct library_run {
    const belay_world_def* def;
    const belay_island_solver* how;
    bl_step_scratch* s;
    const bl_row_set* set;
    const uint32_t* order; // elements of the island
    uint32_t count;
    belay_solve_options options;
    double deadline;
} library_run;

static belay_result solve_problem(library_run* run, belay_problem* problem, bl_nsgs_report* report)
{
    belay_solve_report found;
    if (run->deadline > 0.0) run->options.budget_seconds = fmax(DBL_MIN, run->deadline - belay_timer_seconds());
    belay_result result = belay_problem_solve(problem, run->how->method, &run->options, problem->r, &found, NULL);
    report->is_out_of_memory = result == BELAY_ERROR_MEMORY;
    if (result != BELAY_OK) return result;
    report->iterations += (int)fmin((double)found.iterations, INT32_MAX - report->iterations);
    report->is_out_of_time = found.status == BELAY_SOLVE_BUDGET;
    report->has_converged = found.status == BELAY_SOLVE_SOLVED;
    return BELAY_OK;
}

static void solve_contacts(library_run* run, bl_nsgs_report* report)
{
    bl_contact_rows from = {run->set->rows, run->set->contact_free, run->set->responses, run->order,
                            (int32_t)run->count};
    belay_problem* problem = NULL;
    report->is_out_of_memory = bl_contact_rows_assemble(&from, &run->def->allocator, &problem, NULL) != BELAY_OK;
    if (!report->is_out_of_memory && solve_problem(run, problem, report) == BELAY_OK)
        take_impulses(run->set, &from, problem->r, run->s->motion.velocities);
    belay_problem_destroy(problem);
}

static double length_or_one(const double* x, int32_t count)
{
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++)
        sum += x[i] * x[i];
    return sum > 0.0 ? sqrt(sum) : 1.0;
}

// The method goes by the residual of its own problem, whose velocities and weights are what joints leave of the
// island's. So it is asked for what the island's residual may be, and where it has come to that and the island has not,
// for as much less.
static void solve_to_goal(library_run* run, double goal, bl_island_problem* p, bl_nsgs_report* report)
{
    belay_problem* problem = p->problem;
    int left = run->def->solver.max_iterations;
    bl_island_problem_take(p, problem->r);
    if (problem->contact_count == 0) report->has_converged = true;
    double tolerance = goal / length_or_one(problem->q, 3 * problem->contact_count);
    for (int k = 0; k < BL_LIBRARY_PASSES && problem->contact_count > 0 && left > 0; k++) {
        run->options.tolerance = fmax(DBL_EPSILON, fmin(BL_LIBRARY_LARGEST_TOLERANCE, tolerance));
        run->options.max_iterations = left;
        if (solve_problem(run, problem, report) != BELAY_OK) return;
        bl_island_problem_take(p, problem->r);
        if (p->natural_squared <= goal * goal || !report->has_converged) return;
        tolerance = BL_LIBRARY_CLOSER * run->options.tolerance * goal / sqrt(p->natural_squared);
        left = run->def->solver.max_iterations - report->iterations;
    }
}

static void solve_coupled(library_run* run, bl_nsgs_report* report)
{
    bl_velocity* velocities = run->s->motion.velocities;
    bl_island_scale scale = bl_island_scale_of(run->set, run->order, run->count, velocities);
    double goal = sqrt(bl_island_goal_squared(&scale, run->def->solver.tolerance));
    bl_island_problem p;
    report->free_squared = scale.free_squared;
    report->rounding_squared = scale.rounding_squared;
    report->is_out_of_memory =
        bl_island_problem_init(&p, run->set, run->order, run->count, velocities, &run->def->allocator) != BELAY_OK;
    if (!report->is_out_of_memory) {
        solve_to_goal(run, goal, &p, report);
        if (p.natural_squared < HUGE_VAL) bl_island_problem_give_back(&p, run->set, velocities);
    }
    bl_island_problem_fini(&p);
}

bl_nsgs_report bl_step_solve_by_library(const belay_world_def* def, bl_step_scratch* s, const bl_row_set* set,
                                        uint32_t island, double deadline)
{
    const bl_islands* islands = &s->solve.islands;
    uint32_t begin = islands->begin[island];
    const belay_island_solver* how = bl_step_solver_of_island(def, &s->solve, set, island);
    library_run run = {.def = def, .how = how, .s = s, .set = set, .order = islands->order + begin};
    run.count = islands->begin[island + 1] - begin;
    run.deadline = deadline;
    run.options = options_of(&def->solver, how);
    bl_nsgs_report report = {.is_by_library = true};
    if (has_contacts_alone(islands, set, island))
        solve_contacts(&run, &report);
    else
        solve_coupled(&run, &report);
    return report;
}
