// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sparse_newton.h"

#if defined(BELAY_HAVE_SUITESPARSE)

#include "math/cone.h"

#include <amd.h>
#include <klu.h>
#include <math.h>
#include <string.h>

// A solution whose residual is larger than this part of F is refined, then solved anew with fresh pivots, then refused.
#define GOOD_RESIDUAL 1e-10
#define POOR_RESIDUAL 1e-2
#define MAX_REFINEMENTS 3

// The matrix by rows, in the unknowns x_a = w_a dr_a, so that all its numbers are free of units. KLU takes columns: it
// is given the transpose and asked for the transposed solution.
typedef struct bl_sparse_newton_factors {
    int32_t* order;    // [n] contacts in the order of elimination
    int32_t* place;    // [n] position of a contact among the unknown ones, -1: open
    int32_t* analysed; // [n] places that the analysis was made for
    int size;          // unknown numbers
    int* start;        // [3n + 1]
    int* column;       // [9 block_count]
    double* value;     // [9 block_count]
    double* rhs;       // [3n]
    double* x;         // [3n]
    double* misfit;    // [3n]
    klu_common common;
    klu_symbolic* symbolic;
    klu_numeric* numeric;
} factors;

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

static void forget_numeric(factors* f)
{
    if (f->numeric != NULL) klu_free_numeric(&f->numeric, &f->common);
    f->numeric = NULL;
}

static void forget_analysis(factors* f)
{
    forget_numeric(f);
    if (f->symbolic != NULL) klu_free_symbolic(&f->symbolic, &f->common);
    f->symbolic = NULL;
}

static void set_scale(bl_sparse_newton* newton)
{
    double largest = 0.0;
    for (int32_t a = 0; a < newton->solve->n; a++)
        largest = fmax(largest, newton->solve->weight[a]);
    if (!(largest > 0.0)) largest = 1.0;
    for (int32_t a = 0; a < newton->solve->n; a++)
        newton->scale[a] = newton->solve->weight[a] > 0.0 ? newton->solve->weight[a] : largest;
}

static bool find_order(factors* f, const belay_problem* p)
{
    int status = amd_order(p->contact_count, p->row_start, p->column, f->order, NULL, NULL);
    return status == AMD_OK || status == AMD_OK_BUT_JUMBLED;
}

bool bl_sparse_newton_init(bl_sparse_newton* newton, bl_solve* solve)
{
    const belay_problem* p = solve->problem;
    size_t n = (size_t)solve->n, entries = 9 * (size_t)p->block_count;
    memset(newton, 0, sizeof *newton);
    newton->solve = solve;
    newton->scale = bl_solve_allocate(solve, n * sizeof(double));
    newton->terms = bl_solve_allocate(solve, n * sizeof(bl_newton_term));
    factors* f = bl_solve_allocate(solve, sizeof *f);
    if (f == NULL) return false;
    newton->factors = f;
    klu_defaults(&f->common);
    f->common.btf = 0;
    f->common.scale = 0;
    f->order = bl_solve_allocate(solve, n * sizeof *f->order);
    f->place = bl_solve_allocate(solve, n * sizeof *f->place);
    f->analysed = bl_solve_allocate(solve, n * sizeof *f->analysed);
    f->start = bl_solve_allocate(solve, (3 * n + 1) * sizeof *f->start);
    f->column = bl_solve_allocate(solve, entries * sizeof *f->column);
    f->value = bl_solve_allocate(solve, entries * sizeof *f->value);
    f->rhs = bl_solve_allocate(solve, 3 * n * sizeof(double));
    f->x = bl_solve_allocate(solve, 3 * n * sizeof(double));
    f->misfit = bl_solve_allocate(solve, 3 * n * sizeof(double));
    if (solve->is_out_of_memory) return false;
    set_scale(newton);
    return find_order(f, p);
}

void bl_sparse_newton_fini(bl_sparse_newton* newton)
{
    if (newton->factors != NULL) forget_analysis(newton->factors);
}

// ---------------------------------------------------------------------------------------------------------------------
// Assembly
// ---------------------------------------------------------------------------------------------------------------------

// Numbers the contacts that are not open, in the order of elimination.
static int number_unknowns(factors* f, const bl_newton_term* terms, int32_t n)
{
    int32_t next = 0;
    for (int32_t i = 0; i < n; i++) {
        int32_t a = f->order[i];
        f->place[a] = terms[a].is_open ? -1 : next++;
    }
    return 3 * (int)next;
}

// rhs -= A W_ab dr_b of an open contact b, whose dr_b = -F_b / w_b is known.
static void add_open(const bl_newton_term* term, const double* w, const bl_newton_term* open, double scale,
                     double rhs[3])
{
    double du[3];
    for (int i = 0; i < 3; i++)
        du[i] = -(w[3 * i] * open->f[0] + w[3 * i + 1] * open->f[1] + w[3 * i + 2] * open->f[2]) / scale;
    for (int i = 0; i < 3; i++)
        rhs[i] -= term->a[3 * i] * du[0] + term->a[3 * i + 1] * du[1] + term->a[3 * i + 2] * du[2];
}

// Three rows of A W_ab / w_b, `stride` entries apart.
static void put_block(const double* a, const double* w, double inverse, int first, int stride, int* column,
                      double* value)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            column[i * stride + j] = first + j;
            value[i * stride + j] = (a[3 * i] * w[j] + a[3 * i + 1] * w[3 + j] + a[3 * i + 2] * w[6 + j]) * inverse;
        }
    }
}

static void add_diagonal(const bl_newton_term* term, double inverse, double shift, int stride, double* value)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            value[i * stride + j] += term->b[3 * i + j] * inverse + shift * term->a[3 * i + j];
}

static int count_unknown_blocks(const factors* f, const belay_problem* p, int32_t a)
{
    int count = 0;
    for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
        count += f->place[p->column[k]] >= 0;
    return count;
}

static void put_rows(bl_sparse_newton* newton, int32_t a, double shift)
{
    factors* f = newton->factors;
    const belay_problem* p = newton->solve->problem;
    const bl_newton_term* term = &newton->terms[a];
    int row = 3 * f->place[a], stride = 3 * count_unknown_blocks(f, p, a), at = f->start[row];
    for (int i = 0; i < 3; i++) {
        f->start[row + i + 1] = at + (i + 1) * stride;
        f->rhs[row + i] = -term->f[i];
    }
    for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
        int32_t b = p->column[k];
        const double* w = p->blocks + 9 * (size_t)k;
        if (f->place[b] < 0) {
            add_open(term, w, &newton->terms[b], newton->scale[b], f->rhs + row);
            continue;
        }
        double inverse = 1.0 / newton->scale[b];
        put_block(term->a, w, inverse, 3 * f->place[b], stride, f->column + at, f->value + at);
        if (a == b) add_diagonal(term, inverse, shift, stride, f->value + at);
        at += 3;
    }
}

static void assemble(bl_sparse_newton* newton, double shift)
{
    factors* f = newton->factors;
    int32_t n = newton->solve->n;
    f->size = number_unknowns(f, newton->terms, n);
    f->start[0] = 0;
    for (int32_t i = 0; i < n; i++)
        if (f->place[f->order[i]] >= 0) put_rows(newton, f->order[i], shift);
}

// ---------------------------------------------------------------------------------------------------------------------
// Elimination
// ---------------------------------------------------------------------------------------------------------------------

// The unknowns are numbered in the order of elimination already, so the analysis only makes room.
static bool analyse(factors* f, int32_t n)
{
    size_t size = (size_t)n * sizeof *f->place;
    if (f->symbolic != NULL && f->symbolic->n == f->size && memcmp(f->place, f->analysed, size) == 0) return true;
    forget_analysis(f);
    f->symbolic = klu_analyze_given(f->size, f->start, f->column, NULL, NULL, &f->common);
    if (f->symbolic == NULL) return false;
    memcpy(f->analysed, f->place, size);
    return true;
}

static bool factor(factors* f)
{
    forget_numeric(f);
    f->numeric = klu_factor(f->start, f->column, f->value, f->symbolic, &f->common);
    return f->numeric != NULL && f->common.status == KLU_OK;
}

// misfit = rhs - J x; returns its length over that of rhs.
static double misfit(factors* f)
{
    double sum = 0.0, total = 0.0;
    for (int i = 0; i < f->size; i++) {
        double m = f->rhs[i];
        for (int k = f->start[i]; k < f->start[i + 1]; k++)
            m -= f->value[k] * f->x[f->column[k]];
        f->misfit[i] = m;
        sum += m * m;
        total += f->rhs[i] * f->rhs[i];
    }
    return total > 0.0 ? sqrt(sum / total) : 0.0;
}

// Solves with the factors there are, refining while that helps. Returns the misfit reached; NaN or huge when the
// factors are useless.
static double substitute(factors* f)
{
    size_t size = (size_t)f->size * sizeof(double);
    memcpy(f->x, f->rhs, size);
    klu_tsolve(f->symbolic, f->numeric, f->size, 1, f->x, &f->common);
    double error = misfit(f);
    for (int k = 0; k < MAX_REFINEMENTS && error > GOOD_RESIDUAL && error < 1.0; k++) {
        klu_tsolve(f->symbolic, f->numeric, f->size, 1, f->misfit, &f->common);
        for (int i = 0; i < f->size; i++)
            f->x[i] += f->misfit[i];
        double before = error;
        error = misfit(f);
        if (!(error < 0.5 * before)) break;
    }
    return error;
}

// With the pivots of the factors before, where they do; with new ones otherwise.
static bool eliminate(factors* f)
{
    if (f->numeric != NULL && klu_refactor(f->start, f->column, f->value, f->symbolic, f->numeric, &f->common) == 1 &&
        f->common.status == KLU_OK && substitute(f) <= GOOD_RESIDUAL)
        return true;
    return factor(f) && substitute(f) <= POOR_RESIDUAL;
}

static void give_direction(const bl_sparse_newton* newton, double* dr)
{
    const factors* f = newton->factors;
    for (int32_t a = 0; a < newton->solve->n; a++) {
        double inverse = 1.0 / newton->scale[a];
        const bl_newton_term* term = &newton->terms[a];
        for (int i = 0; i < 3; i++)
            dr[3 * a + i] = inverse * (f->place[a] < 0 ? -term->f[i] : f->x[3 * f->place[a] + i]);
    }
}

bool bl_sparse_newton_direction(bl_sparse_newton* newton, double shift, double* dr)
{
    factors* f = newton->factors;
    assemble(newton, shift);
    bool ok = f->size == 0 || (analyse(f, newton->solve->n) && eliminate(f));
    if (ok) {
        give_direction(newton, dr);
        for (int32_t i = 0; i < 3 * newton->solve->n; i++)
            ok = ok && isfinite(dr[i]);
    }
    if (!ok) {
        memset(dr, 0, 3 * (size_t)newton->solve->n * sizeof *dr);
        forget_numeric(f);
    }
    return ok;
}

static void add_transposed(const double* m, const double x[3], double y[3])
{
    for (int j = 0; j < 3; j++)
        y[j] += m[j] * x[0] + m[3 + j] * x[1] + m[6 + j] * x[2];
}

void bl_sparse_newton_gradient(const bl_sparse_newton* newton, double* g)
{
    const belay_problem* p = newton->solve->problem;
    memset(g, 0, 3 * (size_t)newton->solve->n * sizeof *g);
    for (int32_t a = 0; a < newton->solve->n; a++) {
        const bl_newton_term* term = &newton->terms[a];
        if (term->is_open) {
            for (int i = 0; i < 3; i++)
                g[3 * a + i] += newton->scale[a] * term->f[i];
            continue;
        }
        double x[3] = {0.0, 0.0, 0.0};
        add_transposed(term->a, term->f, x);
        add_transposed(term->b, term->f, g + 3 * (size_t)a);
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            add_transposed(p->blocks + 9 * (size_t)k, x, g + 3 * (size_t)p->column[k]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The Alart-Curnier function
// ---------------------------------------------------------------------------------------------------------------------

// The tangential rows of a sliding contact: F_T = w r_T - mu y_N d, d = y_T / |y_T|, and with dy = w dr - du
//     dF_T = w dr_T - mu d dy_N - k (1 - d d^T) dy_T,   k = mu y_N / |y_T|.
static void set_slide(double w, double mu, const double y[3], const double r[3], bl_newton_term* term)
{
    double length = bl_tangent_length(y), inverse = length > 0.0 ? 1.0 / length : 0.0; // 0 without friction only
    double d[2] = {y[1] * inverse, y[2] * inverse};
    double k = mu * y[0] * inverse;
    for (int i = 0; i < 2; i++) {
        double* a = term->a + 3 * (i + 1);
        double* b = term->b + 3 * (i + 1);
        a[0] = mu * d[i];
        b[0] = -w * a[0];
        for (int j = 0; j < 2; j++) {
            double one = i == j ? 1.0 : 0.0;
            a[1 + j] = k * (one - d[i] * d[j]);
            b[1 + j] = w * (one - a[1 + j]);
        }
        term->f[1 + i] = w * r[1 + i] - mu * y[0] * d[i];
    }
}

// With y = w r - u:
//     y_N <= 0              open:   F = w r
//     |y_T| <= mu y_N       stick:  F = u
//     otherwise             slide:  F_N = u_N, F_T as above
void bl_newton_term_alart_curnier(double w, double mu, const double r[3], const double u[3], bl_newton_term* term)
{
    double y[3];
    memset(term, 0, sizeof *term);
    for (int i = 0; i < 3; i++)
        y[i] = w * r[i] - u[i];
    term->is_open = !(y[0] > 0.0);
    if (term->is_open) {
        for (int i = 0; i < 3; i++) {
            term->f[i] = w * r[i];
            term->b[4 * i] = w;
        }
        return;
    }
    for (int i = 0; i < 3; i++) {
        term->f[i] = u[i];
        term->a[4 * i] = 1.0;
    }
    if (mu == 0.0 || bl_tangent_length(y) > mu * y[0]) set_slide(w, mu, y, r, term);
}

#else

typedef int bl_sparse_newton_is_not_in_this_build; // a translation unit is not empty

#endif
