// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/nsgs.h"

#include "solver/rows/island_residual.h"
#include "solver/sweep/island_schedule.h"
#include "solver/sweep/least_norm.h"
#include "solver/sweep/warm_scale.h"

static bl_local_status solve_one(bl_local_fn* local, bl_contact_row* row, const double b[3])
{
    if (local == NULL) return bl_local_matrix_solve(row->w, row->mu, row->is_well_conditioned, b, row->r);
    bl_local_block block;
    bl_local_block_init(&block, row->w, row->mu);
    return bl_local_contact_solve_with(local, &block, b, row->r);
}

// One contact: r_new solves the local problem u = W r_new + b, b = u - W r. Returns the square of the velocity that the
// change of impulse stands for, |w_a dr|^2, by which the sweep judges itself.
static double solve_row(const bl_row_set* set, bl_contact_row* row, bl_velocity* velocities, int* failures)
{
    double u[3], b[3], dr[3];
    // Most contacts that are open stay so; their normal velocity alone tells.
    if (row->r[0] == 0.0 && bl_contact_row_normal_velocity(row, velocities) >= row->target) return 0.0;
    bl_contact_row_velocity(row, velocities, u);
    bl_contact_row_shift(row, u);
    const double* w = row->w;
    double old[3] = {row->r[0], row->r[1], row->r[2]};
    for (int i = 0; i < 3; i++)
        b[i] = u[i] - (w[3 * i] * old[0] + w[3 * i + 1] * old[1] + w[3 * i + 2] * old[2]);
    if (solve_one(set->local, row, b) == BL_LOCAL_NO_SOLUTION) (*failures)++;
    double change = 0.0;
    for (int i = 0; i < 3; i++) {
        dr[i] = row->r[i] - old[i];
        change += dr[i] * dr[i];
    }
    if (change == 0.0) return 0.0;
    bl_contact_row_apply(row, dr, set->responses, velocities);
    return row->weight * row->weight * change;
}

static double solve_element(const bl_row_set* set, uint32_t e, bl_velocity* velocities, int* failures)
{
    if (e < set->contact_count) return solve_row(set, &set->rows[e], velocities, failures);
    if (bl_row_set_is_rod(set, e))
        return bl_rod_element_solve(&set->rods, &set->rods.elements[e - set->rod_first], velocities, failures);
    return bl_joint_block_solve(&set->joints, e - set->contact_count, velocities);
}

// Rows are not read one place after the other, so that they have to be asked for; this many before they are needed.
#define AHEAD 6

typedef struct sweep_context {
    const bl_row_set* set;
    bl_velocity* velocities;
} sweep_context;

static void sweep_elements(void* context, const uint32_t* elements, uint32_t count, bl_sweep_part* part)
{
    const sweep_context* c = context;
    for (uint32_t k = 0; k < count; k++) {
        if (k + AHEAD < count && elements[k + AHEAD] < c->set->contact_count)
            bl_contact_row_prefetch(&c->set->rows[elements[k + AHEAD]]);
        part->change += solve_element(c->set, elements[k], c->velocities, &part->failures);
    }
}

// With `colouring`, in the order of its colours.
static double sweep(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                    bl_colouring* colouring, bl_workers* workers, int* failures)
{
    sweep_context context = {set, velocities};
    bl_sweep_part part = {0.0, 0.0, 0};
    if (colouring != NULL)
        part = bl_colouring_sweep(colouring, sweep_elements, &context, workers);
    else
        sweep_elements(&context, order, count, &part);
    *failures = part.failures;
    return part.change;
}

// A sweep's, with what impulses on rods take: elements that do not push cost no more than a look.
static int64_t work_of_sweep(const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    double flops = 0.0;
    for (uint32_t k = count; k-- > 0 && bl_row_set_is_rod(set, order[k]);) {
        const bl_rod_element* e = &set->rods.elements[order[k] - set->rod_first];
        bool pushes = false;
        for (uint32_t i = 0; i < e->count; i++)
            pushes = pushes || e->r[i] != 0.0;
        if (pushes) flops += bl_rod_element_flops(&set->rods, e);
    }
    return count + (int64_t)(flops / BL_FLOPS_PER_CONTACT);
}

// Where a sweep costs as much as an iteration of Newton's method, it is not the first thing to do. True: Newton was
// enough, or nothing was to be done.
static bool begin_with_newton(const bl_row_set* set, const uint32_t* order, uint32_t count,
                              const bl_velocity* velocities, bl_island_schedule* schedule, bl_nsgs_report* report)
{
    report->has_converged = bl_island_natural_squared(set, order, count, velocities) <= schedule->goal;
    if (report->has_converged || bl_island_schedule_newton(schedule, HUGE_VAL, report) < 0.0)
        return report->has_converged;
    report->has_converged = bl_island_natural_squared(set, order, count, velocities) <= schedule->goal;
    return report->has_converged;
}

// What stands and is held by the impulses of the last step keeps them; its share is even since it began to stand.
static bool is_solved_at_rest(const bl_row_set* set, const uint32_t* order, uint32_t count,
                              const bl_velocity* velocities, const bl_nsgs_settings* settings)
{
    if (!settings->is_at_rest) return false;
    bl_island_scale scale = bl_island_scale_of(set, order, count, velocities);
    double goal = bl_island_goal_squared(&scale, settings->tolerance);
    return bl_island_natural_squared(set, order, count, velocities) <= goal;
}

static void count_sweep(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_nsgs_report* report)
{
    report->iterations++;
    report->contact_solves += count;
    report->work += work_of_sweep(set, order, count);
}

// The guess made better; what it is measured by goes into the report. Returns the goal of the natural map, squared.
static double begin(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                    const bl_nsgs_settings* settings, bl_nsgs_report* report)
{
    if (!is_solved_at_rest(set, order, count, velocities, settings)) bl_least_norm(set, order, count, velocities);
    bl_warm_scale(set, order, count, velocities);
    bl_island_scale scale = bl_island_scale_of(set, order, count, velocities);
    report->free_squared = scale.free_squared;
    report->rounding_squared = scale.rounding_squared;
    return bl_island_goal_squared(&scale, settings->tolerance);
}

// What stands still is mostly built in the order of its contacts, and one sweep or Newton's method does: it has none
// (null). False: no memory.
static bool choose_colouring(const bl_row_set* set, const uint32_t* order, uint32_t count,
                             const bl_nsgs_settings* settings, bl_colouring** colouring)
{
    bool is_coloured = count >= BL_NSGS_COLOURED_CONTACTS && !settings->is_at_rest;
    *colouring = is_coloured ? settings->colouring : NULL;
    return *colouring == NULL || bl_colouring_make(*colouring, set, order, count);
}

bl_nsgs_report bl_nsgs_solve(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                             bl_body_newton* newton, const bl_nsgs_settings* settings)
{
    bl_nsgs_report report = {0};
    double goal = begin(set, order, count, velocities, settings, &report);
    // The change of a sweep is cheap but not the residual: the residual itself is formed once the change is small, and
    // when the two disagree the change has to become smaller still before the next look.
    double look = goal;
    bl_island_schedule schedule;
    bl_island_schedule_begin(&schedule, &(bl_island){set, order, count, velocities, newton, settings}, goal);
    bl_colouring* colouring;
    if (!choose_colouring(set, order, count, settings, &colouring)) {
        report.is_out_of_memory = true;
        return report;
    }
    if (schedule.is_costly && begin_with_newton(set, order, count, velocities, &schedule, &report)) return report;
    while (!bl_island_schedule_is_over(&schedule, &report)) {
        double change = sweep(set, order, count, velocities, colouring, settings->workers, &report.local_failures);
        count_sweep(set, order, count, &report);
        if (!bl_island_schedule_carry(&schedule, change, &report)) {
            report.is_out_of_memory = true;
            return report;
        }
        double left = change > look ? bl_island_schedule_newton(&schedule, change, &report) : -1.0;
        if (left >= 0.0 && left <= 0.25 * goal) change = look;
        if (change > look) continue;
        if (bl_island_natural_squared(set, order, count, velocities) <= goal) {
            report.has_converged = true;
            break;
        }
        look = change > 0.0 ? 0.25 * change : 0.0;
        if (change == 0.0) break; // a fixed point of the sweep that rounding keeps from the goal
    }
    return report;
}
