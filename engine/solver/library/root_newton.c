// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/root_newton.h"

#include "solver/library/method_tolerances.h"

#include <math.h>
#include <string.h>

bool bl_root_newton_init(bl_root_newton* m, bl_solve* solve, const double* r)
{
    size_t size = 3 * (size_t)solve->n * sizeof(double);
    m->solve = solve;
    m->r = bl_solve_allocate(solve, size);
    m->u = bl_solve_allocate(solve, size);
    m->next = bl_solve_allocate(solve, size);
    m->next_u = bl_solve_allocate(solve, size);
    m->direction = bl_solve_allocate(solve, size);
    if (!bl_sparse_newton_init(&m->newton, solve) || solve->is_out_of_memory) return false;
    memcpy(m->r, r, size);
    return true;
}

void bl_root_newton_fini(bl_root_newton* m)
{
    bl_sparse_newton_fini(&m->newton);
}

static double find_merit(const bl_root_newton* m, const double* r, const double* u)
{
    double sum = 0.0;
    for (int32_t a = 0; a < m->solve->n; a++) {
        double f[3];
        m->root(m->newton.scale[a], m->solve->problem->mu[a], r + 3 * (size_t)a, u + 3 * (size_t)a, f);
        sum += f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    }
    return 0.5 * sum;
}

bool bl_root_newton_direction(bl_root_newton* m)
{
    double first = m->shift_per_error * sqrt(2.0 * m->merit) / m->solve->q_norm;
    for (int32_t a = 0; a < m->solve->n; a++)
        m->term(m->newton.scale[a], m->solve->problem->mu[a], m->r + 3 * (size_t)a, m->u + 3 * (size_t)a,
                &m->newton.terms[a]);
    for (double shift = fmin(BL_METHOD_MOST_SHIFT, fmax(BL_METHOD_LEAST_SHIFT, first)); shift <= BL_METHOD_MOST_SHIFT;
         shift *= BL_METHOD_SHIFT_GROWTH)
        if (bl_sparse_newton_direction(&m->newton, shift, m->direction)) return true;
    return false;
}

double bl_root_newton_try(bl_root_newton* m, double t)
{
    for (int32_t i = 0; i < 3 * m->solve->n; i++)
        m->next[i] = m->r[i] + t * m->direction[i];
    bl_problem_multiply(m->solve->problem, m->next, m->next_u);
    return find_merit(m, m->next, m->next_u);
}

static double try_direction(void* m, double t, double most)
{
    (void)most;
    return bl_root_newton_try(m, t);
}

bool bl_root_newton_backtrack(bl_root_newton* m, double first, double top, double decrease)
{
    bl_newton_operator op = {.context = m, .try_step = try_direction};
    double after = bl_newton_backtrack(&op, first, first * BL_METHOD_SHORTEST_STEP, top, decrease, NULL);
    if (!(after >= 0.0)) return false;
    m->merit = after;
    return true;
}

typedef struct root_run {
    bl_root_newton* m;
    bl_root_step_fn* step;
    void* context;
    double mark; // best residual when there was progress last
    int idle;
} root_run;

// Directions and steps are found together.
static bool leave_to_search(void* context, double merit)
{
    (void)context;
    (void)merit;
    return true;
}

static double search(void* context, double merit)
{
    root_run* run = context;
    (void)merit;
    return run->step(run->m, run->context) && isfinite(run->m->merit) ? run->m->merit : -1.0;
}

static bool accept(void* context, double merit, double step)
{
    root_run* run = context;
    bl_root_newton* m = run->m;
    size_t size = 3 * (size_t)m->solve->n * sizeof(double);
    (void)merit;
    (void)step;
    memcpy(m->r, m->next, size);
    memcpy(m->u, m->next_u, size);
    bl_problem_project(m->solve->problem, m->next);
    if (bl_solve_observe(m->solve, m->next)) return true;
    run->idle++;
    if (m->solve->best_natural <= BL_METHOD_PROGRESS * run->mark) {
        run->mark = m->solve->best_natural;
        run->idle = 1;
    }
    return run->idle >= BL_METHOD_PATIENCE;
}

static bl_newton_refusal refuse(void* context)
{
    (void)context;
    return BL_NEWTON_GIVES_UP;
}

void bl_root_newton_iterate(bl_root_newton* m, bl_root_step_fn* step, void* context)
{
    static const bl_newton_rules rules = {.highest_leap = HUGE_VAL};
    root_run run = {m, step, context, m->solve->best_natural, 0};
    bl_newton_operator op = {&run, leave_to_search, NULL, accept, refuse, search};
    bl_problem_multiply(m->solve->problem, m->r, m->u);
    m->merit = find_merit(m, m->r, m->u);
    double merit = m->merit;
    int64_t left = INT64_MAX;
    bl_newton_run(&op, &rules, 0.0, &merit, &left);
}
