// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The global damped nonsmooth Newton method of bertails2011 (algorithms 1 and 2): F is the Alart-Curnier function of
// all contacts, here scaled by w_a = tr(W_aa) / 3 so that it is a velocity, and a Goldstein-Price line search lowers
// |F|^2 / 2.
//
// Two things are added. W is singular where contacts are redundant, and so is then the matrix of sticking contacts: W
// is shifted by a part of w that falls like the error, which keeps the steps short along what W does not see and does
// not spoil the fast end. And when the line search finds no descent (F has a kink between the active sets), the full
// step is taken, as in Siconos: it is uphill, and leads out of the kink. When the best residual no longer falls,
// the method says that it has stalled.

#include "solver/sparse_newton.h"

#if defined(BELAY_HAVE_SUITESPARSE)

#include "solver/residual.h"

#include <math.h>
#include <string.h>

#define SHIFT_PER_ERROR 0.3 // of the matrix, over |F| / |q|
#define SMALLEST_SHIFT 1e-12
#define LARGEST_SHIFT 1.0
#define LOWER_SLOPE 0.1 // m_1 and m_2 of Goldstein and Price
#define UPPER_SLOPE 0.9
#define MAX_TRIALS 16
#define PROGRESS 0.9
#define PATIENCE 200 // iterations that do not take a tenth off the best residual

typedef struct newton_ac {
    bl_solve* solve;
    bl_sparse_newton newton;
    double *r, *u; // the iterate, not projected
    double *next, *next_u;
    double* direction;
    double merit; // |F|^2 / 2 at r
} newton_ac;

static bool begin(newton_ac* m, bl_solve* solve, const double* r)
{
    size_t size = 3 * (size_t)solve->n * sizeof(double);
    memset(m, 0, sizeof *m);
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

// |F|^2 / 2
static double find_merit(const newton_ac* m, const double* r, const double* u)
{
    double sum = 0.0;
    for (int32_t a = 0; a < m->solve->n; a++) {
        double f[3];
        bl_alart_curnier(m->newton.scale[a], m->solve->problem->mu[a], r + 3 * (size_t)a, u + 3 * (size_t)a, f);
        sum += f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    }
    return 0.5 * sum;
}

static void set_terms(newton_ac* m)
{
    for (int32_t a = 0; a < m->solve->n; a++)
        bl_newton_term_alart_curnier(m->newton.scale[a], m->solve->problem->mu[a], m->r + 3 * (size_t)a,
                                     m->u + 3 * (size_t)a, &m->newton.terms[a]);
}

// The shift grows until the matrix is regular.
static bool find_direction(newton_ac* m)
{
    double first = SHIFT_PER_ERROR * sqrt(2.0 * m->merit) / m->solve->q_norm;
    set_terms(m);
    for (double shift = fmin(LARGEST_SHIFT, fmax(SMALLEST_SHIFT, first)); shift <= LARGEST_SHIFT; shift *= 100.0)
        if (bl_sparse_newton_direction(&m->newton, shift, m->direction)) return true;
    return false;
}

static double try_step(newton_ac* m, double t)
{
    for (int32_t i = 0; i < 3 * m->solve->n; i++)
        m->next[i] = m->r[i] + t * m->direction[i];
    bl_problem_multiply(m->solve->problem, m->next, m->next_u);
    return find_merit(m, m->next, m->next_u);
}

// Goldstein and Price: t is good when the mean slope (merit(t) - merit(0)) / t is between m_2 and m_1 times the slope
// at 0, which is F . J dr = -|F|^2 = -2 merit(0) for Newton's direction. The full step may fall as steeply as it likes,
// so none is longer. When no t is good, the full step is taken.
static void line_search(newton_ac* m)
{
    double low = 0.0, high = 1.0, t = 1.0, slope = -2.0 * m->merit;
    for (int k = 0; k < MAX_TRIALS; k++) {
        double after = try_step(m, t), mean = (after - m->merit) / t;
        bool is_long_enough = mean >= UPPER_SLOPE * slope || t >= 1.0;
        if (mean <= LOWER_SLOPE * slope && is_long_enough) {
            m->merit = after;
            return;
        }
        if (mean < UPPER_SLOPE * slope)
            low = t;
        else
            high = t; // also for NaN
        t = 0.5 * (low + high);
    }
    m->merit = try_step(m, 1.0);
}

static void accept(newton_ac* m)
{
    size_t size = 3 * (size_t)m->solve->n * sizeof(double);
    memcpy(m->r, m->next, size);
    memcpy(m->u, m->next_u, size);
    bl_problem_project(m->solve->problem, m->next);
}

static void iterate(newton_ac* m)
{
    bl_problem_multiply(m->solve->problem, m->r, m->u);
    m->merit = find_merit(m, m->r, m->u);
    double mark = m->solve->best_natural;
    for (int idle = 0; m->merit > 0.0 && idle < PATIENCE && find_direction(m); idle++) {
        line_search(m);
        if (!isfinite(m->merit)) return;
        accept(m);
        if (bl_solve_observe(m->solve, m->next)) return;
        if (m->solve->best_natural > PROGRESS * mark) continue;
        mark = m->solve->best_natural;
        idle = 0;
    }
}

belay_solve_status bl_method_newton_ac(bl_solve* solve, double* r)
{
    newton_ac m;
    if (begin(&m, solve, r)) iterate(&m);
    bl_sparse_newton_fini(&m.newton);
    return solve->best_natural <= solve->options->tolerance ? BELAY_SOLVE_SOLVED : BELAY_SOLVE_STALLED;
}

#else

typedef int bl_method_newton_ac_is_not_in_this_build; // a translation unit is not empty

#endif
