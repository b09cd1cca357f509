// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/sparse_lu.h"

#include <math.h>
#include <string.h>

#define SINGULAR 1e-14       // a pivot below this part of the largest number of its block
#define MAX_BLOCKS (1 << 27) // of each factor: 9.7 GB

// ---------------------------------------------------------------------------------------------------------------------
// The pattern of the factors
// ---------------------------------------------------------------------------------------------------------------------

// Row i of L has a block in column k when a neighbour of i, itself before i, leads to k on its way up the elimination
// tree (the parent of k is the first row below k that has a block in column k). `mark` tells what row i has already;
// the parents of the rows before i are known, and those that i is the parent of are found on the way. Returns the
// number of blocks; columns may be null.
static int32_t find_row(const bl_sparse_lu* lu, int32_t i, int32_t* parent, int32_t* mark, int32_t* columns)
{
    const belay_problem* p = lu->pattern;
    int32_t a = lu->order[i], count = 0;
    mark[i] = i;
    for (int32_t e = p->row_start[a]; e < p->row_start[a + 1]; e++) {
        int32_t k = lu->step[p->column[e]];
        while (k < i && mark[k] != i) {
            if (parent[k] < 0) parent[k] = i;
            if (columns != NULL) columns[count] = k;
            count++;
            mark[k] = i;
            k = parent[k];
        }
    }
    return count;
}

static void begin_search(int32_t n, int32_t* parent, int32_t* mark)
{
    for (int32_t i = 0; i < n; i++)
        parent[i] = mark[i] = -1;
}

static bool count_rows(bl_sparse_lu* lu, int32_t* parent, int32_t* mark)
{
    begin_search(lu->n, parent, mark);
    int64_t total = 0;
    for (int32_t i = 0; i < lu->n; i++) {
        total += find_row(lu, i, parent, mark, NULL);
        if (total > MAX_BLOCKS) return false;
        lu->l_start[i + 1] = (int32_t)total;
    }
    return true;
}

// U has the pattern of L, transposed; transposing it again sorts the columns of L.
static void transpose(int32_t n, const int32_t* start, const int32_t* column, int32_t* to_start, int32_t* to_column,
                      int32_t* next)
{
    memset(to_start, 0, ((size_t)n + 1) * sizeof *to_start);
    for (int32_t k = 0; k < start[n]; k++)
        to_start[column[k] + 1]++;
    for (int32_t i = 0; i < n; i++) {
        to_start[i + 1] += to_start[i];
        next[i] = to_start[i];
    }
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = start[i]; k < start[i + 1]; k++)
            to_column[next[column[k]]++] = i;
}

static bool find_pattern(bl_sparse_lu* lu, bl_solve* solve)
{
    size_t n = (size_t)lu->n;
    int32_t* parent = bl_solve_allocate(solve, n * sizeof *parent);
    int32_t* mark = bl_solve_allocate(solve, n * sizeof *mark);
    if (solve->is_out_of_memory || !count_rows(lu, parent, mark)) return false;
    size_t count = (size_t)lu->l_start[n];
    lu->l_column = bl_solve_allocate(solve, count * sizeof *lu->l_column);
    lu->u_column = bl_solve_allocate(solve, count * sizeof *lu->u_column);
    lu->l = bl_solve_allocate(solve, 9 * count * sizeof(double));
    lu->u = bl_solve_allocate(solve, 9 * count * sizeof(double));
    if (solve->is_out_of_memory) return false;
    begin_search(lu->n, parent, mark);
    for (int32_t i = 0; i < lu->n; i++)
        find_row(lu, i, parent, mark, lu->l_column + lu->l_start[i]);
    transpose(lu->n, lu->l_start, lu->l_column, lu->u_start, lu->u_column, mark);
    transpose(lu->n, lu->u_start, lu->u_column, lu->l_start, lu->l_column, mark);
    return true;
}

bool bl_sparse_lu_init(bl_sparse_lu* lu, bl_solve* solve, const int32_t* order)
{
    size_t n = (size_t)solve->n;
    memset(lu, 0, sizeof *lu);
    lu->n = solve->n;
    lu->pattern = solve->problem;
    lu->order = order;
    lu->step = bl_solve_allocate(solve, n * sizeof *lu->step);
    lu->l_start = bl_solve_allocate(solve, (n + 1) * sizeof *lu->l_start);
    lu->u_start = bl_solve_allocate(solve, (n + 1) * sizeof *lu->u_start);
    lu->inverse = bl_solve_allocate(solve, 9 * n * sizeof(double));
    lu->row = bl_solve_allocate(solve, 9 * n * sizeof(double));
    lu->x = bl_solve_allocate(solve, 3 * n * sizeof(double));
    lu->is_skipped = bl_solve_allocate(solve, n * sizeof(bool));
    if (solve->is_out_of_memory) return false;
    for (int32_t i = 0; i < lu->n; i++)
        lu->step[order[i]] = i;
    return find_pattern(lu, solve);
}

// ---------------------------------------------------------------------------------------------------------------------
// Blocks
// ---------------------------------------------------------------------------------------------------------------------

// c = a b
static inline void block_multiply(const double* a, const double* b, double* c)
{
    for (int i = 0; i < 9; i += 3)
        for (int j = 0; j < 3; j++)
            c[i + j] = a[i] * b[j] + a[i + 1] * b[3 + j] + a[i + 2] * b[6 + j];
}

// c -= a b
static inline void block_subtract(const double* a, const double* b, double* c)
{
    for (int i = 0; i < 9; i += 3) {
        double a0 = a[i], a1 = a[i + 1], a2 = a[i + 2];
        c[i] -= a0 * b[0] + a1 * b[3] + a2 * b[6];
        c[i + 1] -= a0 * b[1] + a1 * b[4] + a2 * b[7];
        c[i + 2] -= a0 * b[2] + a1 * b[5] + a2 * b[8];
    }
}

// y -= a x
static inline void block_apply(const double* a, const double* x, double* y)
{
    for (int i = 0; i < 3; i++)
        y[i] -= a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
}

static void exchange_rows(double* m, int i, int j)
{
    for (int c = 0; c < 3; c++) {
        double x = m[3 * i + c];
        m[3 * i + c] = m[3 * j + c];
        m[3 * j + c] = x;
    }
}

// One step of Gauss and Jordan's elimination of [m, inverse], with row pivoting.
static bool eliminate_column(double m[9], double inverse[9], int k, double tiny)
{
    int pivot = k;
    for (int i = k + 1; i < 3; i++)
        if (fabs(m[3 * i + k]) > fabs(m[3 * pivot + k])) pivot = i;
    if (!(fabs(m[3 * pivot + k]) > tiny)) return false;
    exchange_rows(m, k, pivot);
    exchange_rows(inverse, k, pivot);
    double scale = 1.0 / m[3 * k + k];
    for (int c = 0; c < 3; c++) {
        m[3 * k + c] *= scale;
        inverse[3 * k + c] *= scale;
    }
    for (int i = 0; i < 3; i++) {
        double f = m[3 * i + k];
        if (i == k || f == 0.0) continue;
        for (int c = 0; c < 3; c++) {
            m[3 * i + c] -= f * m[3 * k + c];
            inverse[3 * i + c] -= f * inverse[3 * k + c];
        }
    }
    return true;
}

// Destroys m. False when it is singular to working precision.
static bool invert(double m[9], double inverse[9])
{
    double largest = 0.0;
    for (int i = 0; i < 9; i++) {
        largest = fmax(largest, fabs(m[i]));
        inverse[i] = i % 4 == 0 ? 1.0 : 0.0;
    }
    if (!(largest > 0.0 && isfinite(largest))) return false;
    for (int k = 0; k < 3; k++)
        if (!eliminate_column(m, inverse, k, SINGULAR * largest)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Elimination, row by row
// ---------------------------------------------------------------------------------------------------------------------

static void load_row(bl_sparse_lu* lu, int32_t i, const double* blocks)
{
    const belay_problem* p = lu->pattern;
    int32_t a = lu->order[i];
    for (int32_t k = lu->l_start[i]; k < lu->l_start[i + 1]; k++)
        memset(lu->row + 9 * (size_t)lu->l_column[k], 0, 9 * sizeof(double));
    for (int32_t k = lu->u_start[i]; k < lu->u_start[i + 1]; k++)
        memset(lu->row + 9 * (size_t)lu->u_column[k], 0, 9 * sizeof(double));
    for (int32_t e = p->row_start[a]; e < p->row_start[a + 1]; e++)
        memcpy(lu->row + 9 * (size_t)lu->step[p->column[e]], blocks + 9 * (size_t)e, 9 * sizeof(double));
}

// Row i -= L_ik times row k of U, for all k before i.
static void reduce_row(bl_sparse_lu* lu, int32_t i)
{
    for (int32_t e = lu->l_start[i]; e < lu->l_start[i + 1]; e++) {
        int32_t k = lu->l_column[e];
        if (lu->is_skipped[k]) continue;
        double l[9];
        block_multiply(lu->row + 9 * (size_t)k, lu->inverse + 9 * (size_t)k, l);
        memcpy(lu->l + 9 * (size_t)e, l, sizeof l);
        for (int32_t j = lu->u_start[k]; j < lu->u_start[k + 1]; j++)
            block_subtract(l, lu->u + 9 * (size_t)j, lu->row + 9 * (size_t)lu->u_column[j]);
    }
}

static void store_row(bl_sparse_lu* lu, int32_t i)
{
    for (int32_t k = lu->u_start[i]; k < lu->u_start[i + 1]; k++) {
        double* u = lu->u + 9 * (size_t)k;
        if (lu->is_skipped[lu->u_column[k]])
            memset(u, 0, 9 * sizeof(double));
        else
            memcpy(u, lu->row + 9 * (size_t)lu->u_column[k], 9 * sizeof(double));
    }
}

bool bl_sparse_lu_factor(bl_sparse_lu* lu, const double* blocks, const bool* skip)
{
    for (int32_t i = 0; i < lu->n; i++)
        lu->is_skipped[i] = skip[lu->order[i]];
    for (int32_t i = 0; i < lu->n; i++) {
        if (lu->is_skipped[i]) continue;
        load_row(lu, i, blocks);
        reduce_row(lu, i);
        store_row(lu, i);
        if (!invert(lu->row + 9 * (size_t)i, lu->inverse + 9 * (size_t)i)) return false;
    }
    return true;
}

// L y = x, and back through U.
void bl_sparse_lu_solve(bl_sparse_lu* lu, double* x)
{
    double* y = lu->x;
    for (int32_t i = 0; i < lu->n; i++) {
        if (lu->is_skipped[i]) continue;
        memcpy(y + 3 * (size_t)i, x + 3 * (size_t)lu->order[i], 3 * sizeof(double));
        for (int32_t e = lu->l_start[i]; e < lu->l_start[i + 1]; e++)
            if (!lu->is_skipped[lu->l_column[e]])
                block_apply(lu->l + 9 * (size_t)e, y + 3 * (size_t)lu->l_column[e], y + 3 * (size_t)i);
    }
    for (int32_t i = lu->n; i-- > 0;) {
        if (lu->is_skipped[i]) continue;
        double z[3] = {0.0, 0.0, 0.0};
        for (int32_t e = lu->u_start[i]; e < lu->u_start[i + 1]; e++)
            if (!lu->is_skipped[lu->u_column[e]])
                block_apply(lu->u + 9 * (size_t)e, y + 3 * (size_t)lu->u_column[e], y + 3 * (size_t)i);
        block_apply(lu->inverse + 9 * (size_t)i, y + 3 * (size_t)i, z);
        for (int k = 0; k < 3; k++)
            y[3 * i + k] = x[3 * lu->order[i] + k] = -z[k];
    }
}
