// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// L and U, one step per body. A step's diagonal block D, its column C below and its row R to the right turn into
//
//     P D = l u (partial pivoting inside of the block),   L = C u^-1,   U = l^-1 P R,
//
// and what comes later loses L U. The updates are done late: step j gathers those of all steps before it, column and
// row of j staying in the cache meanwhile. Blocks of L are kept transposed, so that L and U are treated alike: both are
// divided by a triangle from the left, and every update reads c -= a^T b, which runs along rows of b and c.

#include "solver/newton/body_factor.h"

#include "core/alloc.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// 6x6 blocks
// ---------------------------------------------------------------------------------------------------------------------

// c -= a^T b. A row of c is kept in registers; written out so that compilers make pairs of it.
static void subtract_product(const double* restrict a, const double* restrict b, double* restrict c)
{
    for (int i = 0; i < 6; i++, c += 6) {
        double c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3], c4 = c[4], c5 = c[5];
        for (int p = 0; p < 6; p++) {
            const double factor = a[6 * p + i], *row = b + 6 * p;
            c0 -= factor * row[0];
            c1 -= factor * row[1];
            c2 -= factor * row[2];
            c3 -= factor * row[3];
            c4 -= factor * row[4];
            c5 -= factor * row[5];
        }
        c[0] = c0, c[1] = c1, c[2] = c2, c[3] = c3, c[4] = c4, c[5] = c5;
    }
}

// y -= a^T x
static void subtract_image(const double* restrict a, const double* restrict x, double* restrict y)
{
    double y0 = y[0], y1 = y[1], y2 = y[2], y3 = y[3], y4 = y[4], y5 = y[5];
    for (int p = 0; p < 6; p++, a += 6) {
        y0 -= x[p] * a[0];
        y1 -= x[p] * a[1];
        y2 -= x[p] * a[2];
        y3 -= x[p] * a[3];
        y4 -= x[p] * a[4];
        y5 -= x[p] * a[5];
    }
    y[0] = y0, y[1] = y1, y[2] = y2, y[3] = y3, y[4] = y4, y[5] = y5;
}

// y -= factor row
static inline void subtract_row(double factor, const double* restrict row, double* restrict y)
{
    for (int c = 0; c < 6; c++)
        y[c] -= factor * row[c];
}

static void swap_rows(double* m, int i, int j)
{
    for (int c = 0; c < 6; c++) {
        double x = m[6 * i + c];
        m[6 * i + c] = m[6 * j + c];
        m[6 * j + c] = x;
    }
}

static int largest_row(const double* m, int k)
{
    int best = k;
    for (int i = k + 1; i < 6; i++)
        if (fabs(m[6 * i + k]) > fabs(m[6 * best + k])) best = i;
    return best;
}

// l below the diagonal, u right of it, the inverses of the pivots on it. rows[i] is the row that came to be row i.
static bool factor_block(double* m, uint8_t rows[6])
{
    for (int k = 0; k < 6; k++)
        rows[k] = (uint8_t)k;
    for (int k = 0; k < 6; k++) {
        int p = largest_row(m, k);
        uint8_t row = rows[k];
        rows[k] = rows[p];
        rows[p] = row;
        if (p != k) swap_rows(m, k, p);
        double pivot = m[7 * k], inverse = 1.0 / pivot;
        if (!isfinite(pivot) || !isfinite(inverse)) return false;
        m[7 * k] = inverse;
        for (int i = k + 1; i < 6; i++) {
            double factor = m[6 * i + k] * inverse;
            m[6 * i + k] = factor;
            for (int c = k + 1; c < 6; c++)
                m[6 * i + c] -= factor * m[6 * k + c];
        }
    }
    return true;
}

// m = l^-1 P m, m six rows of six
static void divide_by_lower(const double* restrict lu, const uint8_t rows[6], double* restrict m)
{
    double source[36];
    memcpy(source, m, sizeof source);
    for (int i = 0; i < 6; i++) {
        memcpy(m + 6 * i, source + 6 * rows[i], 6 * sizeof *m);
        for (int p = 0; p < i; p++)
            subtract_row(lu[6 * i + p], m + 6 * p, m + 6 * i);
    }
}

// m = u^-T m
static void divide_by_upper_transposed(const double* restrict lu, double* restrict m)
{
    for (int i = 0; i < 6; i++) {
        for (int p = 0; p < i; p++)
            subtract_row(lu[6 * p + i], m + 6 * p, m + 6 * i);
        for (int c = 0; c < 6; c++)
            m[6 * i + c] *= lu[7 * i];
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------------------------------------------------

// Where the blocks of a step are.
typedef struct step_blocks {
    double *diagonal, *column, *row;
    const uint32_t* rows; // that column and transposed row have blocks in
    uint32_t count;
} step_blocks;

static step_blocks blocks_of(const bl_body_factor* f, uint32_t k)
{
    step_blocks s;
    uint32_t first = f->column_start[k];
    s.count = f->column_start[k + 1] - first;
    s.rows = f->column_row + first;
    s.diagonal = f->values + 36 * (k + 2 * (size_t)first);
    s.column = s.diagonal + 36;
    s.row = s.column + 36 * (size_t)s.count;
    return s;
}

void bl_body_factor_clear(bl_body_factor* f)
{
    if (f->n > 0) memset(f->values, 0, bl_body_factor_doubles(f) * sizeof *f->values);
}

// The place of row i among those of the step; it is there.
static size_t find_row(const step_blocks* s, uint32_t i)
{
    uint32_t low = 0, high = s->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->rows[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_transposed(const double* block, double* to)
{
    for (int i = 0; i < 6; i++)
        for (int c = 0; c < 6; c++)
            to[6 * c + i] += block[6 * i + c];
}

static void add_straight(const double* block, double* to)
{
    for (int i = 0; i < 36; i++)
        to[i] += block[i];
}

size_t bl_body_factor_place(const bl_body_factor* f, uint32_t i, uint32_t j, bool* is_transposed)
{
    uint32_t row = f->step[i], column = f->step[j];
    step_blocks s = blocks_of(f, row < column ? row : column);
    *is_transposed = row > column;
    const double* at = row == column  ? s.diagonal
                       : row > column ? s.column + 36 * find_row(&s, row)
                                      : s.row + 36 * find_row(&s, column);
    return (size_t)(at - f->values);
}

void bl_body_factor_add(bl_body_factor* f, uint32_t i, uint32_t j, const double block[36])
{
    bool is_transposed;
    double* to = f->values + bl_body_factor_place(f, i, j, &is_transposed);
    if (is_transposed)
        add_transposed(block, to);
    else
        add_straight(block, to);
}

// ---------------------------------------------------------------------------------------------------------------------
// Factoring
// ---------------------------------------------------------------------------------------------------------------------

// What step k, which has row j at the place `at`, takes from that of j. place[i] is where row i is in `to`.
static void apply_step(const step_blocks* from, size_t at, const uint32_t* place, const step_blocks* to)
{
    const double *lower = from->column + 36 * at, *upper = from->row + 36 * at;
    subtract_product(lower, upper, to->diagonal);
    for (size_t m = at + 1; m < from->count; m++) {
        size_t target = 36 * (size_t)place[from->rows[m]];
        subtract_product(upper, from->column + 36 * m, to->column + target);
        subtract_product(lower, from->row + 36 * m, to->row + target);
    }
}

static void gather_updates(bl_body_factor* f, uint32_t j, const step_blocks* to)
{
    uint32_t* place = f->scratch;
    for (uint32_t m = 0; m < to->count; m++)
        place[to->rows[m]] = m;
    for (uint32_t e = f->row_start[j]; e < f->row_start[j + 1]; e++) {
        uint32_t k = f->row_column[e];
        step_blocks from = blocks_of(f, k);
        apply_step(&from, f->row_at[e] - f->column_start[k], place, to);
    }
}

bool bl_body_factor_run(bl_body_factor* f)
{
    for (uint32_t j = 0; j < f->n; j++) {
        step_blocks s = blocks_of(f, j);
        uint8_t* rows = f->pivots + 6 * (size_t)j;
        gather_updates(f, j, &s);
        if (!factor_block(s.diagonal, rows)) return false;
        for (size_t m = 0; m < s.count; m++) {
            divide_by_upper_transposed(s.diagonal, s.column + 36 * m);
            divide_by_lower(s.diagonal, rows, s.row + 36 * m);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Solving
// ---------------------------------------------------------------------------------------------------------------------

// y = l^-1 P y
static void forward_in_block(const double* lu, const uint8_t rows[6], double* y)
{
    double x[6];
    for (int i = 0; i < 6; i++)
        x[i] = y[rows[i]];
    for (int p = 0; p < 6; p++)
        for (int i = p + 1; i < 6; i++)
            x[i] -= lu[6 * i + p] * x[p];
    memcpy(y, x, sizeof x);
}

// y = u^-1 y
static void backward_in_block(const double* lu, double* y)
{
    for (int p = 6; p-- > 0;) {
        y[p] *= lu[7 * p];
        for (int i = 0; i < p; i++)
            y[i] -= lu[6 * i + p] * y[p];
    }
}

static void forward(const bl_body_factor* f, double* y)
{
    for (uint32_t k = 0; k < f->n; k++) {
        step_blocks s = blocks_of(f, k);
        double* own = y + 6 * (size_t)k;
        forward_in_block(s.diagonal, f->pivots + 6 * (size_t)k, own);
        for (size_t m = 0; m < s.count; m++)
            subtract_image(s.column + 36 * m, own, y + 6 * (size_t)s.rows[m]);
    }
}

static void backward(const bl_body_factor* f, double* y)
{
    for (uint32_t k = f->n; k-- > 0;) {
        step_blocks s = blocks_of(f, k);
        double* own = y + 6 * (size_t)k;
        for (size_t m = 0; m < s.count; m++) {
            const double *u = s.row + 36 * m, *x = y + 6 * (size_t)s.rows[m];
            for (int i = 0; i < 6; i++, u += 6)
                own[i] -= u[0] * x[0] + u[1] * x[1] + u[2] * x[2] + u[3] * x[3] + u[4] * x[4] + u[5] * x[5];
        }
        backward_in_block(s.diagonal, own);
    }
}

void bl_body_factor_solve(const bl_body_factor* f, const double* b, double* x)
{
    double* y = f->work;
    for (uint32_t k = 0; k < f->n; k++)
        memcpy(y + 6 * (size_t)k, b + 6 * (size_t)f->order[k], 6 * sizeof *y);
    forward(f, y);
    backward(f, y);
    for (uint32_t k = 0; k < f->n; k++)
        memcpy(x + 6 * (size_t)f->order[k], y + 6 * (size_t)k, 6 * sizeof *y);
}
