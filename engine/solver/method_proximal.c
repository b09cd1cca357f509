// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// W is singular as soon as a body has more contact directions than freedoms. What W does not see is bound by the cones
// alone, and Newton's matrix is then singular too. Proximal steps,
//     r_k+1 = solution with W + alpha w, q - alpha w r_k in place of W, q   (alpha relative to w_a = tr(W_aa) / 3),
// have a regular matrix and travel error / alpha along such a direction: with alpha falling like the relative error
// they do it in a few steps, and end superlinearly.

#include "solver/proximal.h"

#if defined(BELAY_HAVE_SUITESPARSE)

#include "solver/residual.h"
#include "solver/sparse_newton.h"

#include <string.h>
#include <stdlib.h>
#include <stdio.h>

#define SMALLEST_ALPHA 1e-13
#define LARGEST_ALPHA 1.0
#define MAX_HALVINGS 8
#define MAX_LEAPS 3      // steps taken although they do not lower the residual, per proximal step
#define MAX_FAILURES 8   // proximal steps in a row that do not improve the best residual
#define MAX_INNER 40

static double P(const char*n,double d){const char*s=getenv(n);return s?atof(s):d;}

struct bl_proximal {
    bl_solve* solve;
    bl_sparse_newton newton;
    double alpha;    // of the step under way, relative to w
    double growth;   // of alpha over the relative error
    double *center;  // r_k
    double *u, *next, *next_u; // u = W r + q, without the proximal term
    double *direction, *best;
    double best_natural;
};

bl_proximal* bl_proximal_create(bl_solve* solve)
{
    bl_proximal* p = bl_solve_allocate(solve, sizeof *p);
    if (p == NULL) return NULL;
    size_t size = 3 * (size_t)solve->n * sizeof(double);
    p->solve = solve;
    p->growth = 1.0;
    p->center = bl_solve_allocate(solve, size);
    p->u = bl_solve_allocate(solve, size);
    p->next = bl_solve_allocate(solve, size);
    p->next_u = bl_solve_allocate(solve, size);
    p->direction = bl_solve_allocate(solve, size);
    p->best = bl_solve_allocate(solve, size);
    if (bl_sparse_newton_init(&p->newton, solve) && !solve->is_out_of_memory) return p;
    bl_proximal_destroy(p);
    return NULL;
}

void bl_proximal_destroy(bl_proximal* proximal)
{
    if (proximal != NULL) bl_sparse_newton_fini(&proximal->newton);
}

// The velocity of contact a in the problem of the proximal step.
static void proximal_velocity(const bl_proximal* p, int32_t a, const double* r, const double* u, double v[3])
{
    double k = p->alpha * p->newton.scale[a];
    for (int i = 0; i < 3; i++)
        v[i] = u[3 * a + i] + k * (r[3 * a + i] - p->center[3 * a + i]);
}

// The relative residual of the proximal step's problem.
static double proximal_natural(const bl_proximal* p, const double* r, const double* u)
{
    double sum = 0.0;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double v[3], e[3];
        proximal_velocity(p, a, r, u, v);
        bl_natural_map(p->newton.scale[a], p->solve->problem->mu[a], r + 3 * (size_t)a, v, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    return sqrt(sum) / p->solve->q_norm;
}

static bool find_direction(bl_proximal* p, const double* r)
{
    for (int32_t a = 0; a < p->solve->n; a++) {
        double v[3];
        proximal_velocity(p, a, r, p->u, v);
        bl_newton_term_alart_curnier(p->newton.scale[a], p->solve->problem->mu[a], r + 3 * (size_t)a, v,
                                     &p->newton.terms[a]);
    }
    return bl_sparse_newton_direction(&p->newton, p->alpha, p->direction);
}

// next = r + t direction, put back into the cones; returns its residual.
static double try_step(bl_proximal* p, const double* r, double t)
{
    for (int32_t i = 0; i < 3 * p->solve->n; i++)
        p->next[i] = r[i] + t * p->direction[i];
    bl_problem_project(p->solve->problem, p->next);
    bl_problem_multiply(p->solve->problem, p->next, p->next_u);
    return proximal_natural(p, p->next, p->next_u);
}

// The first of r + x, r + x/2, r + x/4, ... that lowers the residual, which is returned; negative when none does.
static double line_search(bl_proximal* p, const double* r, double before)
{
    double t = 1.0;
    for (int k = 0; k < MAX_HALVINGS; k++, t *= 0.5) {
        double after = try_step(p, r, t);
        if (after < before * (1.0 - 1e-3 * t)) return after;
    }
    return -1.0;
}

static void accept(bl_proximal* p, double* r)
{
    size_t size = 3 * (size_t)p->solve->n * sizeof *r;
    memcpy(r, p->next, size);
    memcpy(p->u, p->next_u, size);
}

// Keeps r when it is the best so far; true: the solve says stop.
static bool observe(bl_proximal* p, const double* r)
{
    double natural = bl_solve_natural(p->solve, r, p->u);
    if (natural < p->best_natural) {
        p->best_natural = natural;
        memcpy(p->best, r, 3 * (size_t)p->solve->n * sizeof *r);
    }
    return bl_solve_observe_with_velocity(p->solve, r, p->u);
}

typedef enum inner_result { INNER_SOLVED, INNER_FAILED, INNER_STOPPED, INNER_PAUSED } inner_result;

// Newton's method on the problem of the proximal step.
static inner_result solve_inner(bl_proximal* p, double* r, double goal, int64_t* left)
{
    double error = proximal_natural(p, r, p->u);
    int leaps = 0;
    for (int k = 0; error > goal; k++) {
        if (*left <= 0) return INNER_PAUSED;
        if (k == MAX_INNER) return INNER_FAILED;
        (*left)--;
        if (!find_direction(p, r)) return bl_solve_count(p->solve) ? INNER_STOPPED : INNER_FAILED;
        double after = line_search(p, r, error);
        if (!(after >= 0.0)) {
            if (leaps++ == MAX_LEAPS) return bl_solve_count(p->solve) ? INNER_STOPPED : INNER_FAILED;
            after = try_step(p, r, 1.0);
        }
        error = after;
        accept(p, r);
        if (observe(p, r)) return INNER_STOPPED;
        if (getenv("TRACE")) printf("   k %d inner %.3e true %.3e size %d\n",k,error,bl_solve_natural(p->solve,r,p->u), leaps);
    }
    return INNER_SOLVED;
}

bl_proximal_status bl_proximal_improve(bl_proximal* p, double* r, int64_t max_newton_iterations)
{
    size_t size = 3 * (size_t)p->solve->n * sizeof *r;
    int64_t left = max_newton_iterations;
    int failures = 0;
    bl_problem_multiply(p->solve->problem, r, p->u);
    double error = bl_solve_natural(p->solve, r, p->u);
    memcpy(p->best, r, size);
    p->best_natural = error;
    inner_result result = INNER_SOLVED;
    while (result != INNER_STOPPED && result != INNER_PAUSED && failures < MAX_FAILURES) {
        double before = p->best_natural;
        p->alpha = fmin(LARGEST_ALPHA, fmax(SMALLEST_ALPHA, P("C",1.0)*p->growth * error));
        memcpy(p->center, r, size);
        double goal = fmax(0.1 * p->solve->options->tolerance, P("ETA",0.1) * error);
        result = solve_inner(p, r, goal, &left);
        error = bl_solve_natural(p->solve, r, p->u);
        if (getenv("TRACE")) printf("outer alpha %.2e error %.3e res %d left\n",p->alpha,error,result);
        p->growth = result == INNER_SOLVED ? fmax(1.0, 0.1 * p->growth) : 10.0 * p->growth;
        failures = p->best_natural < before ? 0 : failures + 1;
    }
    memcpy(r, p->best, size);
    if (result == INNER_STOPPED) return BL_PROXIMAL_STOPPED;
    return result == INNER_PAUSED ? BL_PROXIMAL_PAUSED : BL_PROXIMAL_STALLED;
}

belay_solve_status bl_method_proximal(bl_solve* solve, double* r)
{
    bl_proximal* p = bl_proximal_create(solve);
    if (p == NULL) return BELAY_SOLVE_STALLED;
    bl_proximal_improve(p, r, solve->options->max_iterations);
    bl_proximal_destroy(p);
    return solve->best_natural <= solve->options->tolerance ? BELAY_SOLVE_SOLVED : BELAY_SOLVE_STALLED;
}

#else

typedef int bl_proximal_is_not_in_this_build; // a translation unit is not empty

#endif
