// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_interior.h"

#include "belay/timer.h"
#include "core/assert.h"
#include "solver/newton/newton_tolerances.h"
#include "solver/newton/rod_interior_groups.h"

#include <math.h>
#include <string.h>

// What the step leaves of the linear equations of a group, in f.
static void set_left(const bl_interior_run* run, uint32_t group, double* f)
{
    const bl_newton_problem* p = run->p;
    const bl_newton_group* g = &p->groups[group];
    const double *dr = run->dr + g->first, *ds = run->ds + g->first, *load = run->load + g->first;
    bool is_linear = g->law == BL_NEWTON_BILATERAL || g->law == BL_NEWTON_BOX;
    for (uint32_t i = 0; i < g->count; i++) {
        f[i] = p->is_open[group] ? 0.0 : load[i];
        if (p->is_open[group]) continue;
        if (is_linear) f[i] += ds[i] + p->ridge[g->first + i] * dr[i];
        for (uint32_t j = 0; j < 3 && !is_linear; j++)
            f[i] += p->terms[group].a[3 * i + j] * ds[j] + p->terms[group].b[3 * i + j] * dr[j];
    }
}

static void measure_step(const bl_interior_run* run)
{
    const bl_newton_problem* p = run->p;
    for (uint32_t i = 0; i < p->stride; i++)
        p->next[i] = p->r[i] + run->dr[i];
    bl_newton_multiply(p, p->next, p->next_s);
    for (uint32_t i = 0; i < p->stride; i++)
        run->ds[i] = p->next_s[i] - p->s[i];
}

// dr and ds of the terms, with the factors of this iterate. What the factors have lost is made good once, unless the
// step only serves to look ahead: near the end the cones are as stiff as numbers allow.
static void find_step(const bl_interior_run* run)
{
    const bl_newton_problem* p = run->p;
    memcpy(run->load, p->f, p->stride * sizeof(double));
    bl_rod_sparse_solve(p->sparse, p);
    memcpy(run->dr, p->f, p->stride * sizeof(double));
    measure_step(run);
    if (run->sigma == 0.0) return;
    for (uint32_t k = 0; k < p->group_count; k++)
        set_left(run, k, p->f + p->groups[k].first);
    bl_rod_sparse_solve(p->sparse, p);
    for (uint32_t i = 0; i < p->stride; i++)
        run->dr[i] += p->f[i];
    measure_step(run);
}

// One iteration; false: it can go no further.
static bool iterate(bl_interior_run* run)
{
    const bl_newton_problem* p = run->p;
    run->sigma = 0.0;
    bl_interior_set_terms(run);
    if (!bl_rod_sparse_factor(p->sparse, p, 0.0)) return false;
    find_step(run);
    double length = fmin(1.0, bl_interior_longest_step(run)), left = 1.0 - length;
    bl_interior_set_second_order(run);
    run->sigma = fmax(BL_INTERIOR_LEAST_SIGMA, left * left * left);
    bl_interior_set_terms(run);
    find_step(run);
    double step = fmin(1.0, BL_INTERIOR_OF_LONGEST * bl_interior_longest_step(run));
    if (!(step > 0.0)) return false;
    run->convex--;
    if (step < BL_INTERIOR_SHORT_STEP && run->convex <= 0) {
        run->last = run->last > 0 ? 2 * run->last : BL_INTERIOR_CONVEX_STEPS;
        run->convex = run->last;
    }
    bl_interior_go(run, step);
    return true;
}

// The natural map of the iterate, squared, which is kept if it is the best of all.
static double look(const bl_newton_problem* p, bl_dense_newton_report* report)
{
    double error = bl_newton_natural_squared(p, p->r, p->s);
    if (error < report->natural_squared) {
        report->natural_squared = error;
        memcpy(p->best, p->r, p->stride * sizeof *p->r);
    }
    return error;
}

int bl_rod_interior_solve(bl_newton_problem* p, const bl_interior_limits* limits, bl_dense_newton_report* report)
{
    BELAY_ASSERT(p->sparse != NULL && p->interior != NULL);
    bl_interior_run run = {.p = p, .dr = p->center, .ds = p->x, .load = p->outer};
    memset(p->alpha, 0, p->stride * sizeof *p->alpha);
    memset(p->shift, 0, p->stride * sizeof *p->shift);
    memset(run.dr, 0, p->stride * sizeof(double));
    p->ridge = p->shift;
    bl_interior_begin(&run, report->natural_squared);
    double lowest = HUGE_VAL;
    int made = 0, since = 0; // the lowest
    while (report->natural_squared > limits->goal && made < limits->max_iterations) {
        double error = look(p, report);
        since = error < BL_INTERIOR_PROGRESS * lowest ? 0 : since + 1;
        if (since == 0) lowest = error;
        bool is_late = limits->deadline_seconds > 0.0 && belay_timer_seconds() >= limits->deadline_seconds;
        if (report->natural_squared <= limits->goal || is_late || since > BL_INTERIOR_PATIENCE) break;
        if (!bl_interior_measure(&run) || !iterate(&run)) break;
        made++;
    }
    look(p, report);
    p->ridge = NULL;
    return made;
}
