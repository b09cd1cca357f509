// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/root_newton.h"

#if defined(BELAY_HAVE_SUITESPARSE)

#include <math.h>
#include <string.h>

#define SMALLEST_SHIFT 1e-12
#define LARGEST_SHIFT 1.0
#define PROGRESS 0.9
#define PATIENCE 200 // iterations that do not take a tenth off the best residual

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
    for (double shift = fmin(LARGEST_SHIFT, fmax(SMALLEST_SHIFT, first)); shift <= LARGEST_SHIFT; shift *= 100.0)
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

static void accept(bl_root_newton* m)
{
    size_t size = 3 * (size_t)m->solve->n * sizeof(double);
    memcpy(m->r, m->next, size);
    memcpy(m->u, m->next_u, size);
    bl_problem_project(m->solve->problem, m->next);
}

void bl_root_newton_iterate(bl_root_newton* m, bl_root_step_fn* step, void* context)
{
    bl_problem_multiply(m->solve->problem, m->r, m->u);
    m->merit = find_merit(m, m->r, m->u);
    double mark = m->solve->best_natural;
    for (int idle = 0; m->merit > 0.0 && idle < PATIENCE; idle++) {
        if (!step(m, context) || !isfinite(m->merit)) return;
        accept(m);
        if (bl_solve_observe(m->solve, m->next)) return;
        if (m->solve->best_natural > PROGRESS * mark) continue;
        mark = m->solve->best_natural;
        idle = 0;
    }
}

#else

typedef int bl_root_newton_is_not_in_this_build; // a translation unit is not empty

#endif
