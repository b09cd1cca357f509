// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/sparse_newton.h"

#include "solver/library/contact_lu.h"
#include "solver/library/method_tolerances.h"
#include "solver/library/pivoted_lu.h"

#include <math.h>
#include <string.h>

// Where a block of J stands among the factors' numbers.
typedef struct block_place {
    size_t at;
    bool is_transposed;
} block_place;

// The matrix J in the unknowns x_a = w_a dr_a, so that all its numbers are free of units, by blocks laid out like those
// of W. The block factors are fast and choose pivots within the blocks only; the pivoted ones are for the rare matrix
// that needs more.
typedef struct bl_sparse_newton_factors {
    bl_block_lu lu;
    block_place* index_in_lu; // [block_count]
    bool* is_open;            // [n]
    double* blocks;           // [9 block_count] J
    double* x;                // [3n]
    double* residual;         // [3n]
    bl_pivoted_lu* pivoted;   // null until it is needed
    bool is_pivoted;          // its factors are in force
} factors;

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

static void forget_pivoted(factors* f)
{
    bl_pivoted_lu_forget(f->pivoted);
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

static bool analyse(factors* f, bl_solve* solve)
{
    const belay_problem* p = solve->problem;
    if (!bl_contact_lu_analyse(&f->lu, solve)) return false;
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            f->index_in_lu[k].at =
                bl_block_lu_index(&f->lu, (uint32_t)a, (uint32_t)p->column[k], &f->index_in_lu[k].is_transposed);
    return true;
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
    f->index_in_lu = bl_solve_allocate(solve, (size_t)solve->problem->block_count * sizeof *f->index_in_lu);
    f->is_open = bl_solve_allocate(solve, n * sizeof *f->is_open);
    f->blocks = bl_solve_allocate(solve, 9 * (size_t)solve->problem->block_count * sizeof(double));
    f->x = bl_solve_allocate(solve, 3 * n * sizeof(double));
    f->residual = bl_solve_allocate(solve, 3 * n * sizeof(double));
    if (solve->is_out_of_memory) return false;
    set_scale(newton);
    return analyse(f, solve);
}

void bl_sparse_newton_fini(bl_sparse_newton* newton)
{
    if (newton->factors == NULL) return;
    forget_pivoted(newton->factors);
    bl_block_lu_fini(&newton->factors->lu);
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

// residual = -F - J x; returns its length over that of F.
static double find_residual(const bl_sparse_newton* newton)
{
    const belay_problem* p = newton->solve->problem;
    factors* f = newton->factors;
    double sum = 0.0, total = 0.0;
    for (int32_t a = 0; a < newton->solve->n; a++) {
        const double* force = newton->terms[a].f;
        double* m = f->residual + 3 * (size_t)a;
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
// The direction
// ---------------------------------------------------------------------------------------------------------------------

// x = J^-1 x, with the factors in force.
static void substitute(bl_sparse_newton* newton, double* x)
{
    factors* f = newton->factors;
    if (f->is_pivoted)
        bl_pivoted_lu_solve(f->pivoted, x);
    else
        bl_block_lu_solve(&f->lu, x, x);
}

// Solves with the factors in force, refining while that helps. Returns the residual reached; NaN or huge when the
// factors are useless.
static double solve_refined(bl_sparse_newton* newton)
{
    factors* f = newton->factors;
    int32_t n = newton->solve->n;
    for (int32_t a = 0; a < n; a++)
        for (int i = 0; i < 3; i++)
            f->x[3 * a + i] = f->is_open[a] ? -newton->terms[a].f[i] : 0.0;
    double before = HUGE_VAL, error = find_residual(newton);
    for (int k = 0; k <= BL_SPARSE_MAX_REFINEMENTS && error > BL_SPARSE_GOOD_RESIDUAL && error < 0.5 * before; k++) {
        substitute(newton, f->residual);
        for (int32_t i = 0; i < 3 * n; i++)
            f->x[i] += f->residual[i];
        before = k == 0 ? HUGE_VAL : error;
        error = find_residual(newton);
    }
    return error;
}

static void load_block(const factors* f, int32_t k)
{
    const double* j = f->blocks + 9 * (size_t)k;
    double* to = f->lu.values + f->index_in_lu[k].at;
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++)
            to[f->index_in_lu[k].is_transposed ? 3 * c + i : 3 * i + c] = j[3 * i + c];
}

static bool factor_in_blocks(bl_sparse_newton* newton)
{
    const belay_problem* p = newton->solve->problem;
    factors* f = newton->factors;
    bl_block_lu_clear(&f->lu);
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1] && !f->is_open[a]; k++)
            if (!f->is_open[p->column[k]]) load_block(f, k);
    return bl_contact_lu_run(&f->lu, newton->solve, f->is_open, BL_SPARSE_LEAST_PIVOT);
}

static bool factor_pivoted(bl_sparse_newton* newton)
{
    factors* f = newton->factors;
    bl_pivoted_matrix matrix = {f->blocks, f->lu.order, f->is_open};
    f->is_pivoted = bl_pivoted_lu_factor(&f->pivoted, newton->solve, &matrix);
    return f->is_pivoted;
}

static bool eliminate(bl_sparse_newton* newton)
{
    factors* f = newton->factors;
    forget_pivoted(f);
    if (factor_in_blocks(newton) && solve_refined(newton) <= BL_SPARSE_USABLE_RESIDUAL) return true;
    return !bl_solve_is_over(newton->solve) && factor_pivoted(newton) &&
           solve_refined(newton) <= BL_SPARSE_POOR_RESIDUAL;
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
