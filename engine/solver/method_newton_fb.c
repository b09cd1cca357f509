// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A global damped Newton method on the modified Fischer-Burmeister function of all contacts (daviet2011, secs. 5.2 and
// appendix A, where it is a local solver). |F|^2 / 2 is continuously differentiable but for the kink of |u_T|, so that
// its gradient leads on where Newton's direction fails. The line search is Armijo's against the largest of the last few
// values, which keeps the full steps of the end. W is shifted by a part of w that falls like the error, since it is
// singular where contacts are redundant.

#include "solver/sparse_newton.h"

#if defined(BELAY_HAVE_SUITESPARSE)

#include "solver/residual.h"

#include <math.h>
#include <string.h>

#define SHIFT_PER_ERROR 0.1 // of the matrix, over |F| / |q|
#define SMALLEST_SHIFT 1e-12
#define LARGEST_SHIFT 1.0
#define ARMIJO 1e-4
#define MAX_HALVINGS 12
#define MEMORY 8 // values that a new one is compared with
#define PROGRESS 0.9
#define PATIENCE 200 // iterations that do not take a tenth off the best residual

typedef struct newton_fb {
    bl_solve* solve;
    bl_sparse_newton newton;
    double *r, *u; // the iterate, not projected
    double *next, *next_u;
    double *direction, *gradient;
    double merit; // |F|^2 / 2 at r
    double recent[MEMORY];
    int64_t recorded;
} newton_fb;

static void set_terms(newton_fb* m)
{
    for (int32_t a = 0; a < m->solve->n; a++) {
        bl_newton_term_fischer_burmeister(m->newton.scale[a], m->solve->problem->mu[a], m->r + 3 * (size_t)a,
                                          m->u + 3 * (size_t)a, &m->newton.terms[a]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Newton
// ---------------------------------------------------------------------------------------------------------------------

static bool begin(newton_fb* m, bl_solve* solve, const double* r)
{
    size_t size = 3 * (size_t)solve->n * sizeof(double);
    memset(m, 0, sizeof *m);
    m->solve = solve;
    m->r = bl_solve_allocate(solve, size);
    m->u = bl_solve_allocate(solve, size);
    m->next = bl_solve_allocate(solve, size);
    m->next_u = bl_solve_allocate(solve, size);
    m->direction = bl_solve_allocate(solve, size);
    m->gradient = bl_solve_allocate(solve, size);
    if (!bl_sparse_newton_init(&m->newton, solve) || solve->is_out_of_memory) return false;
    memcpy(m->r, r, size);
    return true;
}

static double find_merit(const newton_fb* m, const double* r, const double* u)
{
    double sum = 0.0;
    for (int32_t a = 0; a < m->solve->n; a++) {
        double f[3];
        bl_fischer_burmeister(m->newton.scale[a], m->solve->problem->mu[a], r + 3 * (size_t)a, u + 3 * (size_t)a, f);
        sum += f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    }
    return 0.5 * sum;
}

// The shift grows until the matrix is regular.
static bool find_direction(newton_fb* m)
{
    double first = SHIFT_PER_ERROR * sqrt(2.0 * m->merit) / m->solve->q_norm;
    set_terms(m);
    for (double shift = fmin(LARGEST_SHIFT, fmax(SMALLEST_SHIFT, first)); shift <= LARGEST_SHIFT; shift *= 100.0)
        if (bl_sparse_newton_direction(&m->newton, shift, m->direction)) return true;
    return false;
}

static double try_step(newton_fb* m, double t)
{
    for (int32_t i = 0; i < 3 * m->solve->n; i++)
        m->next[i] = m->r[i] + t * m->direction[i];
    bl_problem_multiply(m->solve->problem, m->next, m->next_u);
    return find_merit(m, m->next, m->next_u);
}

// The largest of the last values.
static double reference(const newton_fb* m)
{
    double largest = m->merit;
    for (int64_t i = 0; i < m->recorded && i < MEMORY; i++)
        largest = fmax(largest, m->recent[i]);
    return largest;
}

// The first of the steps t = first, first / 2, ... with merit(t) <= top - ARMIJO t fall.
static bool line_search(newton_fb* m, double top, double fall, double first)
{
    double t = first;
    for (int k = 0; k < MAX_HALVINGS; k++, t *= 0.5) {
        double after = try_step(m, t);
        if (!(after <= top - ARMIJO * t * fall)) continue;
        m->merit = after;
        return true;
    }
    return false;
}

// Against the gradient g, in the unknowns w r where all have one unit: dr = -g / w^2, so that the merit falls by g . dr
// per step. A step of length 1 / 4 is at most as long as that of a lone contact whose F grows twice as fast as w r.
static bool search_gradient(newton_fb* m)
{
    double fall = 0.0;
    bl_sparse_newton_gradient(&m->newton, m->gradient);
    for (int32_t i = 0; i < 3 * m->solve->n; i++) {
        double w = m->newton.scale[i / 3];
        m->direction[i] = -m->gradient[i] / (w * w);
        fall -= m->gradient[i] * m->direction[i];
    }
    return line_search(m, m->merit, fall, 0.25);
}

// One step, in next. Where nothing leads downhill it is the full one of Newton; false: there is no step at all.
static bool step(newton_fb* m)
{
    bool has_direction = find_direction(m);
    if (has_direction && line_search(m, reference(m), 2.0 * m->merit, 1.0)) return true;
    if (search_gradient(m)) return true;
    if (!has_direction || !find_direction(m)) return false;
    m->merit = try_step(m, 1.0);
    return true;
}

static void accept(newton_fb* m)
{
    size_t size = 3 * (size_t)m->solve->n * sizeof(double);
    memcpy(m->r, m->next, size);
    memcpy(m->u, m->next_u, size);
    bl_problem_project(m->solve->problem, m->next);
    m->recent[m->recorded++ % MEMORY] = m->merit;
}

static void iterate(newton_fb* m)
{
    bl_problem_multiply(m->solve->problem, m->r, m->u);
    m->merit = find_merit(m, m->r, m->u);
    double mark = m->solve->best_natural;
    for (int idle = 0; m->merit > 0.0 && idle < PATIENCE; idle++) {
        if (!step(m) || !isfinite(m->merit)) return;
        accept(m);
        if (bl_solve_observe(m->solve, m->next)) return;
        if (m->solve->best_natural > PROGRESS * mark) continue;
        mark = m->solve->best_natural;
        idle = 0;
    }
}

belay_solve_status bl_method_newton_fb(bl_solve* solve, double* r)
{
    newton_fb m;
    if (begin(&m, solve, r)) iterate(&m);
    bl_sparse_newton_fini(&m.newton);
    return solve->best_natural <= solve->options->tolerance ? BELAY_SOLVE_SOLVED : BELAY_SOLVE_STALLED;
}

#else

typedef int bl_method_newton_fb_is_not_in_this_build; // a translation unit is not empty

#endif
