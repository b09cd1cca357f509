// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/sparse_newton.h"

#if defined(BELAY_HAVE_SUITESPARSE)

#include "solver/library/sparse_lu.h"

#include <amd.h>
#include <klu.h>
#include <math.h>
#include <string.h>

// A solution whose residual is larger than this part of F is refined, then solved anew with other pivots, then refused.
#define GOOD_MISFIT 1e-10
#define USABLE_MISFIT 1e-6
#define POOR_MISFIT 1e-2
#define MAX_REFINEMENTS 3

// The matrix J in the unknowns x_a = w_a dr_a, so that all its numbers are free of units, by blocks laid out like those
// of W. The block factors are fast and choose pivots within the blocks only; KLU is for the rare matrix that needs
// more.
typedef struct bl_sparse_newton_factors {
    bl_sparse_lu lu;
    int32_t* order;  // [n] contacts in the order of elimination
    bool* is_open;   // [n]
    double* blocks;  // [9 block_count] J
    double* x;       // [3n]
    double* misfit;  // [3n]
    bool is_pivoted; // KLU's factors are in force
    // KLU, only once it is needed: J by rows, which it takes for the columns of the transpose.
    int32_t* place; // [n] position of a contact among the unknown ones
    int size;
    int* start;     // [3n + 1]
    int* column;    // [9 block_count]
    double* value;  // [9 block_count]
    double* packed; // [3n]
    klu_common common;
    klu_symbolic* symbolic;
    klu_numeric* numeric;
} factors;

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

static void forget_pivoted(factors* f)
{
    if (f->numeric != NULL) klu_free_numeric(&f->numeric, &f->common);
    if (f->symbolic != NULL) klu_free_symbolic(&f->symbolic, &f->common);
    f->numeric = NULL;
    f->symbolic = NULL;
    f->is_pivoted = false;
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

static bool find_order(factors* f, bl_solve* solve)
{
    const belay_problem* p = solve->problem;
    int status = amd_order(p->contact_count, p->row_start, p->column, f->order, NULL, NULL);
    solve->is_out_of_memory = solve->is_out_of_memory || status == AMD_OUT_OF_MEMORY;
    return status == AMD_OK || status == AMD_OK_BUT_JUMBLED;
}

bool bl_sparse_newton_init(bl_sparse_newton* newton, bl_solve* solve)
{
    size_t n = (size_t)solve->n;
    memset(newton, 0, sizeof *newton);
    newton->solve = solve;
    newton->scale = bl_solve_allocate(solve, n * sizeof(double));
    newton->terms = bl_solve_allocate(solve, n * sizeof(bl_newton_term));
    factors* f = bl_solve_allocate(solve, sizeof *f);
    if (f == NULL) return false;
    newton->factors = f;
    f->order = bl_solve_allocate(solve, n * sizeof *f->order);
    f->is_open = bl_solve_allocate(solve, n * sizeof *f->is_open);
    f->blocks = bl_solve_allocate(solve, 9 * (size_t)solve->problem->block_count * sizeof(double));
    f->x = bl_solve_allocate(solve, 3 * n * sizeof(double));
    f->misfit = bl_solve_allocate(solve, 3 * n * sizeof(double));
    if (solve->is_out_of_memory) return false;
    set_scale(newton);
    return find_order(f, solve) && bl_sparse_lu_init(&f->lu, solve, f->order);
}

void bl_sparse_newton_fini(bl_sparse_newton* newton)
{
    if (newton->factors != NULL) forget_pivoted(newton->factors);
}

// ---------------------------------------------------------------------------------------------------------------------
// Assembly
// ---------------------------------------------------------------------------------------------------------------------

// J_ab = A_a W_ab / w_b
static void set_block(const double* a, const double* w, double inverse, double* j)
{
    for (int i = 0; i < 9; i += 3)
        for (int c = 0; c < 3; c++)
            j[i + c] = (a[i] * w[c] + a[i + 1] * w[3 + c] + a[i + 2] * w[6 + c]) * inverse;
}

// J_aa += B_a / w_a + shift A_a
static void add_diagonal(const bl_newton_term* term, double inverse, double shift, double* j)
{
    for (int i = 0; i < 9; i++)
        j[i] += term->b[i] * inverse + shift * term->a[i];
}

static void assemble(bl_sparse_newton* newton, double shift)
{
    const belay_problem* p = newton->solve->problem;
    factors* f = newton->factors;
    for (int32_t a = 0; a < newton->solve->n; a++) {
        const bl_newton_term* term = &newton->terms[a];
        f->is_open[a] = term->is_open;
        if (term->is_open) continue;
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            set_block(term->a, p->blocks + 9 * (size_t)k, 1.0 / newton->scale[p->column[k]], f->blocks + 9 * (size_t)k);
        add_diagonal(term, 1.0 / newton->scale[a], shift, f->blocks + 9 * (size_t)newton->solve->diagonal[a]);
    }
}

// misfit = -F - J x; returns its length over that of F.
static double find_misfit(const bl_sparse_newton* newton)
{
    const belay_problem* p = newton->solve->problem;
    factors* f = newton->factors;
    double sum = 0.0, total = 0.0;
    for (int32_t a = 0; a < newton->solve->n; a++) {
        const double* force = newton->terms[a].f;
        double* m = f->misfit + 3 * (size_t)a;
        total += force[0] * force[0] + force[1] * force[1] + force[2] * force[2];
        for (int i = 0; i < 3; i++)
            m[i] = f->is_open[a] ? 0.0 : -force[i];
        if (f->is_open[a]) continue;
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
            const double* j = f->blocks + 9 * (size_t)k;
            const double* x = f->x + 3 * (size_t)p->column[k];
            for (int i = 0; i < 3; i++)
                m[i] -= j[3 * i] * x[0] + j[3 * i + 1] * x[1] + j[3 * i + 2] * x[2];
        }
        sum += m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
    }
    return total > 0.0 ? sqrt(sum / total) : 0.0;
}

// ---------------------------------------------------------------------------------------------------------------------
// Elimination with pivots from the whole row
// ---------------------------------------------------------------------------------------------------------------------

static bool begin_pivoted(factors* f, bl_solve* solve)
{
    if (f->packed != NULL) return true;
    size_t n = (size_t)solve->n, entries = 9 * (size_t)solve->problem->block_count;
    klu_defaults(&f->common);
    f->common.btf = 0;
    f->common.scale = 0;
    f->place = bl_solve_allocate(solve, n * sizeof *f->place);
    f->start = bl_solve_allocate(solve, (3 * n + 1) * sizeof *f->start);
    f->column = bl_solve_allocate(solve, entries * sizeof *f->column);
    f->value = bl_solve_allocate(solve, entries * sizeof *f->value);
    if (solve->is_out_of_memory) return false;
    f->packed = bl_solve_allocate(solve, 3 * n * sizeof(double));
    return f->packed != NULL;
}

// Row i of contact a.
static void pack_row(factors* f, const belay_problem* p, int32_t a, int i)
{
    int row = 3 * f->place[a] + i, at = f->start[row];
    for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
        int32_t b = p->column[k];
        if (f->is_open[b]) continue;
        for (int c = 0; c < 3; c++, at++) {
            f->column[at] = 3 * f->place[b] + c;
            f->value[at] = f->blocks[9 * (size_t)k + 3 * (size_t)i + (size_t)c];
        }
    }
    f->start[row + 1] = at;
}

// The unknowns are numbered in the order of elimination, so KLU's analysis only makes room.
static bool factor_pivoted(bl_sparse_newton* newton)
{
    factors* f = newton->factors;
    int32_t n = newton->solve->n, next = 0;
    if (!begin_pivoted(f, newton->solve)) return false;
    for (int32_t i = 0; i < n; i++)
        if (!f->is_open[f->order[i]]) f->place[f->order[i]] = next++;
    f->size = 3 * next;
    f->start[0] = 0;
    for (int32_t i = 0; i < n; i++)
        for (int c = 0; c < 3 && !f->is_open[f->order[i]]; c++)
            pack_row(f, newton->solve->problem, f->order[i], c);
    f->symbolic = klu_analyze_given(f->size, f->start, f->column, NULL, NULL, &f->common);
    if (f->symbolic == NULL) return false;
    f->numeric = klu_factor(f->start, f->column, f->value, f->symbolic, &f->common);
    f->is_pivoted = f->numeric != NULL && f->common.status == KLU_OK;
    return f->is_pivoted;
}

static void pack(const factors* f, int32_t n, const double* x)
{
    for (int32_t a = 0; a < n; a++)
        if (!f->is_open[a]) memcpy(f->packed + 3 * (size_t)f->place[a], x + 3 * (size_t)a, 3 * sizeof(double));
}

static void unpack(const factors* f, int32_t n, double* x)
{
    for (int32_t a = 0; a < n; a++)
        if (!f->is_open[a]) memcpy(x + 3 * (size_t)a, f->packed + 3 * (size_t)f->place[a], 3 * sizeof(double));
}

// ---------------------------------------------------------------------------------------------------------------------
// The direction
// ---------------------------------------------------------------------------------------------------------------------

// x = J^-1 x, with the factors in force.
static void substitute(bl_sparse_newton* newton, double* x)
{
    factors* f = newton->factors;
    if (f->is_pivoted) {
        pack(f, newton->solve->n, x);
        klu_tsolve(f->symbolic, f->numeric, f->size, 1, f->packed, &f->common);
        unpack(f, newton->solve->n, x);
    } else {
        bl_sparse_lu_solve(&f->lu, x);
    }
}

// Solves with the factors in force, refining while that helps. Returns the misfit reached; NaN or huge when the factors
// are useless.
static double solve_refined(bl_sparse_newton* newton)
{
    factors* f = newton->factors;
    int32_t n = newton->solve->n;
    for (int32_t a = 0; a < n; a++)
        for (int i = 0; i < 3; i++)
            f->x[3 * a + i] = f->is_open[a] ? -newton->terms[a].f[i] : 0.0;
    double before = HUGE_VAL, error = find_misfit(newton);
    for (int k = 0; k <= MAX_REFINEMENTS && error > GOOD_MISFIT && error < 0.5 * before; k++) {
        substitute(newton, f->misfit);
        for (int32_t i = 0; i < 3 * n; i++)
            f->x[i] += f->misfit[i];
        before = k == 0 ? HUGE_VAL : error;
        error = find_misfit(newton);
    }
    return error;
}

static bool eliminate(bl_sparse_newton* newton)
{
    factors* f = newton->factors;
    forget_pivoted(f);
    if (bl_sparse_lu_factor(&f->lu, f->blocks, f->is_open) && solve_refined(newton) <= USABLE_MISFIT) return true;
    return factor_pivoted(newton) && solve_refined(newton) <= POOR_MISFIT;
}

bool bl_sparse_newton_direction(bl_sparse_newton* newton, double shift, double* dr)
{
    assemble(newton, shift);
    bool ok = eliminate(newton);
    for (int32_t i = 0; i < 3 * newton->solve->n; i++) {
        dr[i] = newton->factors->x[i] / newton->scale[i / 3];
        ok = ok && isfinite(dr[i]);
    }
    if (!ok) memset(dr, 0, 3 * (size_t)newton->solve->n * sizeof *dr);
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

#else

typedef int bl_sparse_newton_is_not_in_this_build; // a translation unit is not empty

#endif
