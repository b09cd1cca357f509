// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/block_lu.h"

#include <math.h>
#include <string.h>

// The graph of the contacts is kept as rows of bits while the order is sought; beyond this many contacts that is no
// longer a small table (2 MB).
#define MAX_CONTACTS 4096
// Steps between two looks at the clock.
#define CHECK_INTERVAL 32

// ---------------------------------------------------------------------------------------------------------------------
// 3x3 blocks
// ---------------------------------------------------------------------------------------------------------------------

// c = a b
static void multiply(const double* a, const double* b, double* c)
{
    for (int i = 0; i < 9; i += 3)
        for (int j = 0; j < 3; j++)
            c[i + j] = a[i] * b[j] + a[i + 1] * b[3 + j] + a[i + 2] * b[6 + j];
}

// c -= a b
static void subtract_product(const double* a, const double* b, double* c)
{
    for (int i = 0; i < 9; i += 3)
        for (int j = 0; j < 3; j++)
            c[i + j] -= a[i] * b[j] + a[i + 1] * b[3 + j] + a[i + 2] * b[6 + j];
}

// y -= a x
static void subtract_image(const double* a, const double* x, double* y)
{
    for (int i = 0; i < 3; i++)
        y[i] -= a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
}

static void swap_rows(double* a, int i, int j)
{
    for (int k = 0; k < 3; k++) {
        double t = a[3 * i + k];
        a[3 * i + k] = a[3 * j + k];
        a[3 * j + k] = t;
    }
}

static int largest_row(const double* m, int k)
{
    int best = k;
    for (int i = k + 1; i < 3; i++)
        if (fabs(m[3 * i + k]) > fabs(m[3 * best + k])) best = i;
    return best;
}

// Gauss-Jordan with partial pivoting on a block whose rows and columns were first scaled by its diagonal, so that large
// differences inside of S do no harm. Returns the smallest scaled pivot, 0 when singular.
static double invert(const double* a, double* inverse)
{
    double m[9], d[3], smallest = HUGE_VAL;
    for (int i = 0; i < 3; i++)
        d[i] = a[4 * i] > 0.0 ? 1.0 / sqrt(a[4 * i]) : 1.0;
    for (int i = 0; i < 9; i++) {
        m[i] = a[i] * d[i / 3] * d[i % 3];
        inverse[i] = i % 4 == 0 ? 1.0 : 0.0;
    }
    for (int k = 0; k < 3; k++) {
        int p = largest_row(m, k);
        swap_rows(m, k, p);
        swap_rows(inverse, k, p);
        double pivot = m[4 * k];
        if (!(fabs(pivot) > 0.0) || !isfinite(pivot)) return 0.0;
        smallest = fmin(smallest, fabs(pivot));
        for (int i = 0; i < 3; i++) {
            double f = i == k ? 0.0 : m[3 * i + k] / pivot;
            for (int j = 0; j < 3; j++) {
                m[3 * i + j] -= f * m[3 * k + j];
                inverse[3 * i + j] -= f * inverse[3 * k + j];
            }
        }
        for (int j = 0; j < 3; j++)
            m[3 * k + j] /= pivot, inverse[3 * k + j] /= pivot;
    }
    for (int i = 0; i < 9; i++)
        inverse[i] *= d[i / 3] * d[i % 3];
    return smallest;
}

// ---------------------------------------------------------------------------------------------------------------------
// Order and pattern
// ---------------------------------------------------------------------------------------------------------------------

// Rows of bits: which contacts are coupled.
typedef struct graph {
    size_t words; // per row
    uint64_t* rows;
    int32_t* degree;
} graph;

static bool has(const graph* g, int32_t row, int32_t column)
{
    return (g->rows[(size_t)row * g->words + (size_t)column / 64] >> (column % 64)) & 1u;
}

static void set(graph* g, int32_t row, int32_t column, bool value)
{
    uint64_t bit = (uint64_t)1 << (column % 64), *word = &g->rows[(size_t)row * g->words + (size_t)column / 64];
    *word = value ? *word | bit : *word & ~bit;
}

static int32_t count_bits(const graph* g, int32_t row)
{
    int32_t count = 0;
    for (size_t i = 0; i < g->words; i++)
        for (uint64_t w = g->rows[(size_t)row * g->words + i]; w != 0; w &= w - 1)
            count++;
    return count;
}

static bool graph_init(graph* g, bl_solve* solve)
{
    size_t n = (size_t)solve->n;
    g->words = n / 64 + 1;
    g->rows = bl_solve_allocate(solve, n * g->words * sizeof(uint64_t));
    g->degree = bl_solve_allocate(solve, n * sizeof(int32_t));
    if (solve->is_out_of_memory) return false;
    const belay_problem* p = solve->problem;
    for (int32_t a = 0; a < solve->n; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            if (p->column[k] != a) set(g, a, p->column[k], true);
    for (int32_t a = 0; a < solve->n; a++)
        g->degree[a] = count_bits(g, a);
    return true;
}

// Takes contact v out: its neighbours become neighbours of each other.
static void eliminate(graph* g, int32_t n, int32_t v)
{
    g->degree[v] = -1;
    const uint64_t* mine = g->rows + (size_t)v * g->words;
    for (int32_t a = 0; a < n; a++) {
        if (!has(g, v, a)) continue;
        uint64_t* row = g->rows + (size_t)a * g->words;
        for (size_t i = 0; i < g->words; i++)
            row[i] |= mine[i];
        set(g, a, a, false);
        set(g, a, v, false);
        g->degree[a] = count_bits(g, a);
    }
}

// The rows of the graph become the neighbours that each contact had when it was taken out.
static void find_order(bl_block_lu* lu, graph* g)
{
    lu->start[0] = 0;
    for (int32_t k = 0; k < lu->n; k++) {
        int32_t best = -1;
        for (int32_t a = 0; a < lu->n; a++)
            if (g->degree[a] >= 0 && (best < 0 || g->degree[a] < g->degree[best])) best = a;
        lu->order[k] = best;
        lu->step[best] = k;
        lu->start[k + 1] = lu->start[k] + g->degree[best];
        eliminate(g, lu->n, best);
    }
}

static void fill_pattern(bl_block_lu* lu, const graph* g)
{
    for (int32_t k = 0; k < lu->n; k++) {
        int64_t at = lu->start[k];
        for (int32_t m = k + 1; m < lu->n; m++)
            if (has(g, lu->order[k], lu->order[m])) lu->later[at++] = m;
    }
}

bool bl_block_lu_init(bl_block_lu* lu, bl_solve* solve)
{
    size_t n = (size_t)solve->n;
    graph g;
    memset(lu, 0, sizeof *lu);
    if (solve->n > MAX_CONTACTS || !graph_init(&g, solve)) return false;
    lu->solve = solve;
    lu->problem = solve->problem;
    lu->n = solve->n;
    lu->order = bl_solve_allocate(solve, n * sizeof(int32_t));
    lu->step = bl_solve_allocate(solve, n * sizeof(int32_t));
    lu->head = bl_solve_allocate(solve, n * sizeof(int32_t));
    lu->next = bl_solve_allocate(solve, n * sizeof(int32_t));
    lu->position = bl_solve_allocate(solve, n * sizeof(int64_t));
    lu->start = bl_solve_allocate(solve, (n + 1) * sizeof(int64_t));
    lu->inverse = bl_solve_allocate(solve, 9 * n * sizeof(double));
    lu->work = bl_solve_allocate(solve, 18 * n * sizeof(double));
    if (solve->is_out_of_memory) return false;
    find_order(lu, &g);
    size_t count = (size_t)lu->start[n];
    lu->later = bl_solve_allocate(solve, count * sizeof(int32_t));
    lu->lower = bl_solve_allocate(solve, 9 * count * sizeof(double));
    lu->upper = bl_solve_allocate(solve, 9 * count * sizeof(double));
    if (solve->is_out_of_memory) return false;
    fill_pattern(lu, &g);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Factors
// ---------------------------------------------------------------------------------------------------------------------

// Column k of the matrix below the diagonal into column[m], row k right of it into row[m], the diagonal into column[k].
static void scatter(bl_block_lu* lu, const double* shift, int32_t k, double* column, double* row)
{
    const belay_problem* p = lu->problem;
    int32_t a = lu->order[k];
    memset(column + 9 * (size_t)k, 0, 9 * sizeof *column);
    for (int64_t i = lu->start[k]; i < lu->start[k + 1]; i++) {
        memset(column + 9 * (size_t)lu->later[i], 0, 9 * sizeof *column);
        memset(row + 9 * (size_t)lu->later[i], 0, 9 * sizeof *row);
    }
    for (int32_t b = p->row_start[a]; b < p->row_start[a + 1]; b++) {
        int32_t m = lu->step[p->column[b]];
        if (m > k) memcpy(row + 9 * (size_t)m, p->blocks + 9 * (size_t)b, 9 * sizeof *row);
        if (m == k)
            for (int i = 0; i < 9; i++)
                column[9 * (size_t)k + (size_t)i] =
                    p->blocks[9 * (size_t)b + (size_t)i] + shift[9 * (size_t)a + (size_t)i];
    }
}

// The block (j, a) of W, which is there wherever (a, j) is; rows are sorted.
static const double* find_block(const belay_problem* p, int32_t j, int32_t a)
{
    int32_t low = p->row_start[j], high = p->row_start[j + 1] - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (p->column[middle] < a)
            low = middle + 1;
        else
            high = middle;
    }
    return p->blocks + 9 * (size_t)low;
}

static void scatter_column(bl_block_lu* lu, int32_t k, double* column)
{
    const belay_problem* p = lu->problem;
    int32_t a = lu->order[k];
    for (int32_t b = p->row_start[a]; b < p->row_start[a + 1]; b++) {
        int32_t m = lu->step[p->column[b]];
        if (m > k) memcpy(column + 9 * (size_t)m, find_block(p, p->column[b], a), 9 * sizeof *column);
    }
}

// Takes what step m < k, whose blocks from position `at` on begin with that of k, contributes.
static void subtract_step(const bl_block_lu* lu, int32_t m, int64_t at, double* column, double* row)
{
    const double *lk = lu->lower + 9 * at, *uk = lu->upper + 9 * at;
    subtract_product(lk, uk, column + 9 * (size_t)lu->later[at]);
    for (int64_t i = at + 1; i < lu->start[m + 1]; i++) {
        size_t j = 9 * (size_t)lu->later[i];
        subtract_product(lu->lower + 9 * i, uk, column + j);
        subtract_product(lk, lu->upper + 9 * i, row + j);
    }
}

// Puts step m into the list of the step that its blocks from `at` on belong to.
static void enlist(bl_block_lu* lu, int32_t m, int64_t at)
{
    if (at >= lu->start[m + 1]) return;
    int32_t k = lu->later[at];
    lu->position[m] = at;
    lu->next[m] = lu->head[k];
    lu->head[k] = m;
}

static double smallest_growth(const double* pivot, const double* original)
{
    double smallest = HUGE_VAL;
    for (int i = 0; i < 9; i += 4)
        smallest = fmin(smallest, original[i] > 0.0 ? pivot[i] / original[i] : 0.0);
    return smallest;
}

double bl_block_lu_factor(bl_block_lu* lu, const double* shift)
{
    double *column = lu->work, *row = lu->work + 9 * (size_t)lu->n, smallest = 1.0;
    for (int32_t k = 0; k < lu->n; k++)
        lu->head[k] = -1;
    for (int32_t k = 0; k < lu->n; k++) {
        if (k % CHECK_INTERVAL == 0 && bl_solve_is_over(lu->solve)) return 0.0;
        scatter(lu, shift, k, column, row);
        scatter_column(lu, k, column);
        double original[9], *pivot = column + 9 * (size_t)k, *inverse = lu->inverse + 9 * (size_t)k;
        memcpy(original, pivot, sizeof original);
        for (int32_t m = lu->head[k], after; m >= 0; m = after) {
            after = lu->next[m];
            subtract_step(lu, m, lu->position[m], column, row);
            enlist(lu, m, lu->position[m] + 1);
        }
        smallest = fmin(smallest, smallest_growth(pivot, original));
        double scaled = invert(pivot, inverse);
        if (!(scaled > 0.0)) return 0.0;
        smallest = fmin(smallest, scaled);
        for (int64_t i = lu->start[k]; i < lu->start[k + 1]; i++) {
            multiply(column + 9 * (size_t)lu->later[i], inverse, lu->lower + 9 * i);
            memcpy(lu->upper + 9 * i, row + 9 * (size_t)lu->later[i], 9 * sizeof *row);
        }
        enlist(lu, k, lu->start[k]);
    }
    return fmax(0.0, smallest);
}

void bl_block_lu_solve(const bl_block_lu* lu, const double* b, double* x)
{
    double* y = lu->work;
    for (int32_t k = 0; k < lu->n; k++)
        memcpy(y + 3 * (size_t)k, b + 3 * (size_t)lu->order[k], 3 * sizeof *y);
    for (int32_t k = 0; k < lu->n; k++)
        for (int64_t i = lu->start[k]; i < lu->start[k + 1]; i++)
            subtract_image(lu->lower + 9 * i, y + 3 * (size_t)k, y + 3 * (size_t)lu->later[i]);
    for (int32_t k = lu->n - 1; k >= 0; k--) {
        double *yk = y + 3 * (size_t)k, t[3] = {yk[0], yk[1], yk[2]};
        for (int64_t i = lu->start[k]; i < lu->start[k + 1]; i++)
            subtract_image(lu->upper + 9 * i, y + 3 * (size_t)lu->later[i], t);
        const double* d = lu->inverse + 9 * (size_t)k;
        for (int i = 0; i < 3; i++)
            yk[i] = d[3 * i] * t[0] + d[3 * i + 1] * t[1] + d[3 * i + 2] * t[2];
    }
    for (int32_t k = 0; k < lu->n; k++)
        memcpy(x + 3 * (size_t)lu->order[k], y + 3 * (size_t)k, 3 * sizeof *y);
}
