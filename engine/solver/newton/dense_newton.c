// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/dense_newton.h"

#include "solver/law/residual.h"

#include <string.h>

#define MAX_SIZE (3 * BL_DENSE_NEWTON_MAX_CONTACTS)
#define MAX_HALVINGS 8
#define MAX_LEAPS 3 // steps taken although they do not lower the residual, per proximal step

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
        const bl_local_block* block = &p->rows[a]->block;
        bl_natural_map(block->weight, block->mu, r + 3 * a, u + 3 * a, e);
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
    double w = p->rows[a]->block.weight, mu = p->rows[a]->block.mu;
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
    double w = p->rows[a]->block.weight, mu = p->rows[a]->block.mu, y[3];
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

// Solves J x = -F by elimination with row pivoting; x in f. False when J is singular to working precision.
static bool eliminate(newton_system* s, int n)
{
    for (int i = 0; i < n; i++)
        s->f[i] = -s->f[i];
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(s->j[i][k]) > fabs(s->j[pivot][k])) pivot = i;
        if (!(fabs(s->j[pivot][k]) > 0.0)) return false;
        if (pivot != k) {
            for (int c = k; c < n; c++) {
                double swap = s->j[k][c];
                s->j[k][c] = s->j[pivot][c];
                s->j[pivot][c] = swap;
            }
            double swap = s->f[k];
            s->f[k] = s->f[pivot];
            s->f[pivot] = swap;
        }
        for (int i = k + 1; i < n; i++) {
            double m = s->j[i][k] / s->j[k][k];
            if (m == 0.0) continue;
            for (int c = k + 1; c < n; c++)
                s->j[i][c] -= m * s->j[k][c];
            s->f[i] -= m * s->f[k];
        }
    }
    for (int i = n; i-- > 0;) {
        double sum = s->f[i];
        for (int c = i + 1; c < n; c++)
            sum -= s->j[i][c] * s->f[c];
        s->f[i] = sum / s->j[i][i];
    }
    return true;
}

static bool direction(const dense_problem* p, newton_system* s, const double* r, const double* u)
{
    for (int a = 0; a < p->contacts; a++)
        set_contact(p, s, a, r, u);
    return eliminate(s, p->size);
}

static void project_on_cones(const dense_problem* p, double* r)
{
    for (int a = 0; a < p->contacts; a++)
        bl_cone_project(p->rows[a]->block.mu, r + 3 * a, r + 3 * a);
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

// The first of r + x, r + x/2, r + x/4, ... that lowers the natural map; its square is returned, or a negative number
// when none does.
static double line_search(const dense_problem* p, const double* r, const double* x, double before, double* next,
                          double* u)
{
    double t = 1.0;
    for (int k = 0; k < MAX_HALVINGS; k++, t *= 0.5) {
        double after = try_step(p, r, x, t, next, u);
        if (after < before * (1.0 - 1e-3 * t)) return after;
    }
    return -1.0;
}

// Newton's method on the problem as it stands; r in and out. False when it stops far from `goal` (rounding may keep it
// a little above).
static bool newton(const dense_problem* p, newton_system* s, double goal, int* iterations_left, double* r)
{
    double u[MAX_SIZE], next[MAX_SIZE], next_u[MAX_SIZE];
    multiply(p, r, u);
    double error = natural_squared(p, r, u);
    int leaps = 0;
    while (error > goal && *iterations_left > 0) {
        (*iterations_left)--;
        if (!direction(p, s, r, u)) break;
        double after = line_search(p, r, s->f, error, next, next_u);
        if (!(after >= 0.0)) {
            // Caught in a kink between two active sets: a full step, uphill as it is, leads out of it.
            if (leaps++ == MAX_LEAPS) break;
            after = try_step(p, r, s->f, 1.0, next, next_u);
        }
        error = after;
        memcpy(r, next, (size_t)p->size * sizeof(double));
        memcpy(u, next_u, (size_t)p->size * sizeof(double));
    }
    return error <= 10.0 * goal;
}

static void set_proximal(dense_problem* p, double relative_alpha, const double* r)
{
    for (int a = 0; a < p->contacts; a++)
        for (int i = 0; i < 3; i++)
            p->alpha[3 * a + i] = relative_alpha * p->rows[a]->block.weight;
    memcpy(p->center, r, (size_t)p->size * sizeof(double));
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

// W is singular as soon as a body has more contact directions than freedoms. What W does not see is then bound by the
// cones alone, and may have to travel far (two contacts of one ball that squeeze each other until one of them slides).
// Proximal steps r_k+1 = solution with W + alpha, q - alpha r_k have a regular matrix and travel error / alpha along
// such a direction: with alpha / w falling like the relative error they do it in a few steps, and end superlinearly.
bl_dense_newton_report bl_dense_newton_solve(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                             bl_velocity* velocities, double goal, int max_iterations)
{
    dense_problem p;
    newton_system s;
    double r[MAX_SIZE], u[MAX_SIZE], best[MAX_SIZE];
    assemble(&p, set, order, count, velocities, r);
    memcpy(best, r, sizeof best);
    multiply(&p, r, u);
    bl_dense_newton_report report = {0, natural_squared(&p, r, u)};
    double scale = 0.0, error = report.natural_squared, growth = 1.0;
    for (int i = 0; i < p.size; i++)
        scale += p.q[i] * p.q[i];
    int left = max_iterations;
    while (report.natural_squared > goal && left > 0) {
        double relative = scale > 0.0 ? sqrt(error / scale) : 1.0;
        set_proximal(&p, fmin(1.0, fmax(1e-13, growth * relative)), r);
        bool solved = newton(&p, &s, 0.1 * goal, &left, r);
        memset(p.alpha, 0, sizeof p.alpha);
        multiply(&p, r, u);
        error = natural_squared(&p, r, u);
        if (error < report.natural_squared) {
            report.natural_squared = error;
            memcpy(best, r, sizeof best);
        }
        growth = solved ? fmax(1.0, 0.1 * growth) : 10.0 * growth;
    }
    report.iterations = max_iterations - left;
    if (report.iterations > 0) give_back(set, order, count, velocities, best);
    return report;
}
