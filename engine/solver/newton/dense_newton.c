// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/dense_newton.h"

#include "core/assert.h"
#include "math/gauss.h"
#include "solver/law/residual.h"
#include "solver/newton/newton_loop.h"
#include "solver/newton/newton_tolerances.h"

#include <string.h>

#define MAX_SIZE (3 * BL_DENSE_NEWTON_MAX_CONTACTS)

// The problem of a proximal step: W + alpha and q - alpha r_k in place of W and q. alpha = 0 is the problem itself.
typedef struct dense_problem {
    int contacts, size;
    const bl_contact_row* rows[BL_DENSE_NEWTON_MAX_CONTACTS];
    double w[MAX_SIZE][MAX_SIZE];
    double q[MAX_SIZE];      // u at r = 0, by the velocities that were found
    double alpha[MAX_SIZE];  // the same for the three components of a contact
    double center[MAX_SIZE]; // r_k
} dense_problem;

static void multiply(const dense_problem* p, const double* r, double* u)
{
    for (int i = 0; i < p->size; i++) {
        double sum = p->q[i] + p->alpha[i] * (r[i] - p->center[i]);
        for (int j = 0; j < p->size; j++)
            sum += p->w[i][j] * r[j];
        u[i] = sum;
    }
}

static void assemble(dense_problem* p, const bl_row_set* set, const uint32_t* order, uint32_t count,
                     const bl_velocity* velocities, double* r)
{
    p->contacts = (int)count;
    p->size = 3 * (int)count;
    memset(r, 0, MAX_SIZE * sizeof(double));
    for (int a = 0; a < p->contacts; a++) {
        p->rows[a] = &set->rows[order[a]];
        memcpy(r + 3 * a, p->rows[a]->r, 3 * sizeof(double));
    }
    for (int a = 0; a < p->contacts; a++) {
        for (int b = 0; b < p->contacts; b++) {
            double block[9];
            bl_contact_row_coupling(p->rows[a], p->rows[b], set->responses, block);
            for (int i = 0; i < 3; i++)
                memcpy(&p->w[3 * a + i][3 * b], block + 3 * i, 3 * sizeof(double));
        }
    }
    double wr[MAX_SIZE];
    memset(p->q, 0, sizeof p->q);
    memset(p->alpha, 0, sizeof p->alpha);
    memset(p->center, 0, sizeof p->center);
    multiply(p, r, wr);
    for (int a = 0; a < p->contacts; a++) {
        double u[3];
        bl_contact_row_velocity(p->rows[a], velocities, u);
        bl_contact_row_shift(p->rows[a], u);
        for (int i = 0; i < 3; i++)
            p->q[3 * a + i] = u[i] - wr[3 * a + i];
    }
}

static double natural_squared(const dense_problem* p, const double* r, const double* u)
{
    double sum = 0.0;
    for (int a = 0; a < p->contacts; a++) {
        double e[3];
        bl_natural_map(p->rows[a]->weight, p->rows[a]->mu, r + 3 * a, u + 3 * a, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    return sum;
}

// The three rows of J and F that belong to contact a, all with the unit of velocity. With w = tr(W_aa)/3,
// y = w r - u, and W with alpha in it:
//   y_N <= 0              open:   F = w r,                      J = w I
//   |y_T| <= mu y_N       stick:  F = u,                        J = W
//   otherwise             slide:  F_N = u_N,                    J_N = W_N
//                                 F_T = w r_T - mu y_N d,  d = y_T / |y_T|,
//                                 J_T = w I_T - mu d (w I - W)_N - (mu y_N / |y_T|) (1 - d d^T) (w I - W)_T
typedef struct newton_system {
    double j[MAX_SIZE][MAX_SIZE];
    double f[MAX_SIZE];
} newton_system;

static void set_slide(const dense_problem* p, newton_system* s, int a, const double y[3], const double* r)
{
    BELAY_ASSERT(a >= 0 && a < p->contacts);
    double w = p->rows[a]->weight, mu = p->rows[a]->mu;
    double length = sqrt(y[1] * y[1] + y[2] * y[2]);
    double d[2] = {y[1] / length, y[2] / length};
    double k = mu * y[0] / length;
    // Rows of w I - W of this contact, turned into J.
    for (int c = 0; c < p->size; c++) {
        double g[3];
        for (int i = 0; i < 3; i++)
            g[i] = (c == 3 * a + i ? w - p->alpha[c] : 0.0) - p->w[3 * a + i][c];
        double along = d[0] * g[1] + d[1] * g[2];
        for (int i = 0; i < 2; i++) {
            double own = c == 3 * a + 1 + i ? w : 0.0;
            s->j[3 * a + 1 + i][c] = own - mu * d[i] * g[0] - k * (g[1 + i] - d[i] * along);
        }
    }
    for (int i = 0; i < 2; i++)
        s->f[3 * a + 1 + i] = w * r[3 * a + 1 + i] - mu * y[0] * d[i];
}

static void set_contact(const dense_problem* p, newton_system* s, int a, const double* r, const double* u)
{
    double w = p->rows[a]->weight, mu = p->rows[a]->mu, y[3];
    for (int i = 0; i < 3; i++)
        y[i] = w * r[3 * a + i] - u[3 * a + i];
    bool is_open = y[0] <= 0.0;
    bool is_sliding = !is_open && sqrt(y[1] * y[1] + y[2] * y[2]) > mu * y[0];
    for (int i = 0; i < 3; i++) {
        int row = 3 * a + i;
        if (is_open) {
            memset(s->j[row], 0, (size_t)p->size * sizeof(double));
            s->j[row][row] = w;
            s->f[row] = w * r[row];
        } else {
            memcpy(s->j[row], p->w[row], (size_t)p->size * sizeof(double));
            s->j[row][row] += p->alpha[row];
            s->f[row] = u[row];
        }
    }
    if (is_sliding) set_slide(p, s, a, y, r);
}

// J x = -F, x in f. False when J is singular to working precision.
static bool direction(const dense_problem* p, newton_system* s, const double* r, const double* u)
{
    for (int a = 0; a < p->contacts; a++)
        set_contact(p, s, a, r, u);
    for (int i = 0; i < p->size; i++)
        s->f[i] = -s->f[i];
    return bl_gauss_solve(s->j[0], MAX_SIZE, (uint32_t)p->size, s->f, 1);
}

static void project_on_cones(const dense_problem* p, double* r)
{
    for (int a = 0; a < p->contacts; a++)
        bl_cone_project(p->rows[a]->mu, r + 3 * a, r + 3 * a);
}

// r + t x, put back into the cones; returns the square of its natural map.
static double try_step(const dense_problem* p, const double* r, const double* x, double t, double* next, double* u)
{
    for (int i = 0; i < p->size; i++)
        next[i] = r[i] + t * x[i];
    project_on_cones(p, next);
    multiply(p, next, u);
    return natural_squared(p, next, u);
}

// Newton's method on the problem as it stands.
typedef struct dense_run {
    dense_problem* p;
    newton_system* s;
    double *r, *u; // the iterate
    double next[MAX_SIZE], next_u[MAX_SIZE];
    int leaps; // so far in this proximal point
    int64_t left;
    double goal, error; // of the problem without proximal terms
    double scale;       // |q|^2
    double best[MAX_SIZE], best_error;
} dense_run;

static bool find_direction(void* context, double merit)
{
    dense_run* run = context;
    (void)merit;
    return direction(run->p, run->s, run->r, run->u);
}

static double try_direction(void* context, double t, double most)
{
    (void)most;
    dense_run* run = context;
    return try_step(run->p, run->r, run->s->f, t, run->next, run->next_u);
}

static bool accept(void* context, double merit, double step)
{
    dense_run* run = context;
    (void)merit;
    (void)step;
    memcpy(run->r, run->next, (size_t)run->p->size * sizeof(double));
    memcpy(run->u, run->next_u, (size_t)run->p->size * sizeof(double));
    return false;
}

static bl_newton_refusal refuse(void* context)
{
    dense_run* run = context;
    return run->leaps++ == BL_DENSE_MAX_LEAPS ? BL_NEWTON_GIVES_UP : BL_NEWTON_LEAPS;
}

// Rounding may keep what has arrived a little above the goal.
static bl_newton_end newton(dense_run* run, double goal)
{
    static const bl_newton_rules rules = {
        .shortest_step = BL_DENSE_SHORTEST_STEP, .decrease = BL_NEWTON_DECREASE, .highest_leap = HUGE_VAL};
    bl_newton_operator op = {run, find_direction, try_direction, accept, refuse, NULL};
    run->leaps = 0;
    multiply(run->p, run->r, run->u);
    double error = natural_squared(run->p, run->r, run->u);
    bl_newton_run(&op, &rules, goal, &error, &run->left);
    return error <= 10.0 * goal ? BL_NEWTON_ARRIVED : BL_NEWTON_FAILED;
}

// Proximal points (newton_loop.h).
static void set_proximal(dense_problem* p, double relative_alpha, const double* r)
{
    for (int a = 0; a < p->contacts; a++)
        for (int i = 0; i < 3; i++)
            p->alpha[3 * a + i] = relative_alpha * p->rows[a]->weight;
    memcpy(p->center, r, (size_t)p->size * sizeof(double));
}

static bl_newton_end solve_point(void* context, double share, int64_t* iterations)
{
    dense_run* run = context;
    dense_problem* p = run->p;
    double relative = run->scale > 0.0 ? sqrt(run->error / run->scale) : 1.0;
    *iterations = run->left;
    set_proximal(p, fmin(BL_PROXIMAL_MOST, fmax(BL_PROXIMAL_LEAST, share * relative)), run->r);
    bl_newton_end end = newton(run, BL_NEWTON_ENOUGH * run->goal);
    *iterations -= run->left;
    memset(p->alpha, 0, sizeof p->alpha);
    multiply(p, run->r, run->u);
    run->error = natural_squared(p, run->r, run->u);
    if (run->error < run->best_error) {
        run->best_error = run->error;
        memcpy(run->best, run->r, sizeof run->best);
    }
    return end;
}

static void give_back(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                      const double* r)
{
    for (uint32_t a = 0; a < count; a++) {
        bl_contact_row* row = &set->rows[order[a]];
        double dr[3];
        for (int i = 0; i < 3; i++)
            dr[i] = r[3 * a + (uint32_t)i] - row->r[i];
        if (dr[0] == 0.0 && dr[1] == 0.0 && dr[2] == 0.0) continue;
        memcpy(row->r, r + 3 * a, sizeof row->r);
        bl_contact_row_apply(row, dr, set->responses, velocities);
    }
}

bl_dense_newton_report bl_dense_newton_solve(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                             bl_velocity* velocities, double goal, int max_iterations)
{
    BELAY_ASSERT(count >= 1 && count <= BL_DENSE_NEWTON_MAX_CONTACTS);
    static const bl_proximal_rules rules = {.easy_factor = BL_DENSE_SHARE_FALL,
                                            .factor = BL_DENSE_SHARE_FALL,
                                            .careful_easy_factor = BL_DENSE_SHARE_FALL,
                                            .careful_factor = BL_DENSE_SHARE_FALL,
                                            .failed_factor = BL_DENSE_SHARE_GROWTH,
                                            .least_share = 1.0,
                                            .most_share = HUGE_VAL};
    dense_problem p;
    newton_system s;
    double r[MAX_SIZE], u[MAX_SIZE];
    assemble(&p, set, order, count, velocities, r);
    dense_run run = {.p = &p, .s = &s, .r = r, .u = u, .left = max_iterations, .goal = goal};
    memcpy(run.best, r, sizeof run.best);
    multiply(&p, r, u);
    run.error = run.best_error = natural_squared(&p, r, u);
    for (int i = 0; i < p.size; i++)
        run.scale += p.q[i] * p.q[i];
    bl_proximal_operator op = {&run, solve_point};
    bl_proximal_state state = {.share = 1.0};
    while (run.best_error > goal && run.left > 0)
        bl_proximal_point(&op, &rules, &state);
    bl_dense_newton_report report = {.iterations = max_iterations - (int)run.left, .natural_squared = run.best_error};
    if (report.iterations > 0) give_back(set, order, count, velocities, run.best);
    return report;
}
