// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/nsgs.h"

#include "core/timer.h"
#include "solver/dense_newton.h"
#include "solver/residual.h"

#include <float.h>

// u in the shifted form that the law is stated in.
static void shifted_velocity(const bl_contact_row* row, const bl_velocity* velocities, double u[3])
{
    bl_contact_row_velocity(row, velocities, u);
    u[0] -= row->target;
}

// One contact: r_new solves the local problem u = W r_new + b, b = u - W r. Returns the square of the velocity that the
// change of impulse stands for, |w_a dr|^2, by which the sweep judges itself.
static double solve_row(bl_contact_row* row, bl_velocity* velocities, int* failures)
{
    double u[3], b[3], dr[3];
    shifted_velocity(row, velocities, u);
    const double* w = row->block.w;
    double old[3] = {row->r[0], row->r[1], row->r[2]};
    for (int i = 0; i < 3; i++)
        b[i] = u[i] - (w[3 * i] * old[0] + w[3 * i + 1] * old[1] + w[3 * i + 2] * old[2]);
    if (bl_local_contact_solve(&row->block, b, row->r) == BL_LOCAL_NO_SOLUTION) (*failures)++;
    double change = 0.0;
    for (int i = 0; i < 3; i++) {
        dr[i] = row->r[i] - old[i];
        change += dr[i] * dr[i];
    }
    if (change == 0.0) return 0.0;
    bl_contact_row_apply(row, dr, velocities);
    return row->block.weight * row->block.weight * change;
}

// The sum of squares of the scaled natural map over the island.
static double natural_squared(const bl_contact_row* rows, const uint32_t* order, uint32_t count,
                              const bl_velocity* velocities)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        const bl_contact_row* row = &rows[order[k]];
        double u[3], e[3];
        shifted_velocity(row, velocities, u);
        bl_natural_map(row->block.weight, row->block.mu, row->r, u, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    return sum;
}

// The square of what rounding alone leaves in the natural map: a few units in the last place of the speeds that the
// relative velocities are differences of. Where the free velocities are themselves rounding (two bodies travelling
// together), a relative tolerance asks for digits that do not exist.
static double rounding_squared(const bl_contact_row* rows, const uint32_t* order, uint32_t count,
                               const bl_velocity* velocities)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        const bl_contact_row* row = &rows[order[k]];
        const bl_velocity *a = &velocities[row->body_a], *b = &velocities[row->body_b];
        double speed = v3_length(a->linear) + v3_length(b->linear) + fabs(row->target);
        speed += v3_length(a->angular) * v3_length(row->ga[1]) + v3_length(b->angular) * v3_length(row->gb[1]);
        sum += speed * speed;
    }
    double unit = 4.0 * DBL_EPSILON;
    return unit * unit * sum;
}

static double free_squared(const bl_contact_row* rows, const uint32_t* order, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        const double* q = rows[order[k]].q;
        sum += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    }
    return sum;
}

// Newton's method is tried every so many sweeps, with so many iterations, until it has failed so often to bring the
// residual down by half; then the sweeps go on alone.
#define SWEEPS_BEFORE_NEWTON 10
#define NEWTON_ITERATIONS 60
#define NEWTON_MAX_FAILURES 3

typedef struct newton_turns {
    double last; // natural map squared after the last try
    int failures;
} newton_turns;

static bool is_newtons_turn(uint32_t count, int sweeps, const newton_turns* turns)
{
    return count > 1 && count <= BL_DENSE_NEWTON_MAX_CONTACTS && sweeps % SWEEPS_BEFORE_NEWTON == 0 &&
           turns->failures < NEWTON_MAX_FAILURES;
}

// Returns the square of the natural map reached.
static double try_newton(bl_contact_row* rows, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                         double goal, newton_turns* turns, bl_nsgs_report* report)
{
    bl_dense_newton_report newton =
        bl_dense_newton_solve(rows, order, count, velocities, 0.25 * goal, NEWTON_ITERATIONS);
    report->newton_iterations += newton.iterations;
    turns->failures = newton.natural_squared > 0.25 * turns->last ? turns->failures + 1 : 0;
    turns->last = newton.natural_squared;
    return newton.natural_squared;
}

bl_nsgs_report bl_nsgs_solve(bl_contact_row* rows, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                             const bl_nsgs_settings* settings)
{
    bl_nsgs_report report = {0, 0, 0, 0, false, false};
    double q2 = free_squared(rows, order, count);
    double goal = settings->tolerance * settings->tolerance * (q2 > 0.0 ? q2 : 1.0);
    goal = fmax(goal, rounding_squared(rows, order, count, velocities));
    // The change of a sweep is cheap but not the residual: the residual itself is formed once the change is small, and
    // when the two disagree the change has to become smaller still before the next look.
    double look = goal;
    newton_turns turns = {HUGE_VAL, 0};
    while (report.iterations < settings->max_iterations) {
        if (settings->deadline_seconds > 0.0 && bl_timer_seconds() >= settings->deadline_seconds) {
            report.is_out_of_time = true;
            break;
        }
        double change = 0.0;
        report.local_failures = 0;
        for (uint32_t k = 0; k < count; k++)
            change += solve_row(&rows[order[k]], velocities, &report.local_failures);
        report.iterations++;
        report.contact_solves += count;
        if (is_newtons_turn(count, report.iterations, &turns)) {
            double left = try_newton(rows, order, count, velocities, goal, &turns, &report);
            if (left <= 0.25 * goal) change = look;
        }
        if (change > look) continue;
        if (natural_squared(rows, order, count, velocities) <= goal) {
            report.has_converged = true;
            break;
        }
        look = change > 0.0 ? 0.25 * change : 0.0;
        if (change == 0.0) break; // a fixed point of the sweep that rounding keeps from the goal
    }
    return report;
}
