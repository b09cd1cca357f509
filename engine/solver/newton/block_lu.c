// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// L and U, one step per node. A step's diagonal block D, its column C below and its row R to the right turn into
//
//     P D = l u (partial pivoting inside of the block),   L = C u^-1,   U = l^-1 P R,
//
// and what comes later loses L U. The updates are done late: step j gathers those of all steps before it, column and
// row of j staying in the cache meanwhile. Blocks of L are kept transposed, so that L and U are treated alike: both are
// divided by a triangle from the left, and every update reads c -= a^T b, which runs along rows of b and c.
//
// Everything below takes the size of a block as an argument that is a constant wherever it is used (block_lu_block.h).

#include "solver/newton/block_lu.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "core/wide.h"
#include "solver/newton/block_lu_block.h"

#define CHECK_INTERVAL 32 // steps between two looks at the clock

// ---------------------------------------------------------------------------------------------------------------------
// Values
// ---------------------------------------------------------------------------------------------------------------------

// Where the blocks of a step are.
typedef struct step_blocks {
    double *diagonal, *column, *row;
    const uint32_t* rows; // that column and transposed row have blocks in
    uint32_t count;
} step_blocks;

static BL_ALWAYS_INLINE step_blocks blocks_of(const bl_block_lu* f, uint32_t size, uint32_t k)
{
    step_blocks s;
    uint32_t first = f->column_start[k], block = size * size;
    s.count = f->column_start[k + 1] - first;
    s.rows = f->column_row + first;
    s.diagonal = f->values + block * (k + 2 * (size_t)first);
    s.column = s.diagonal + block;
    s.row = s.column + block * (size_t)s.count;
    return s;
}

void bl_block_lu_clear(bl_block_lu* f)
{
    if (f->n > 0) memset(f->values, 0, bl_block_lu_doubles(f) * sizeof *f->values);
}

// The index of row i among those of the step; it is there.
static size_t find_row(const step_blocks* s, uint32_t i)
{
    BELAY_ASSERT(s->count > 0);
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

size_t bl_block_lu_index(const bl_block_lu* f, uint32_t i, uint32_t j, bool* is_transposed)
{
    BELAY_ASSERT(i < f->n && j < f->n);
    uint32_t row = f->step[i], column = f->step[j], block = f->size * f->size;
    step_blocks s = blocks_of(f, f->size, row < column ? row : column);
    *is_transposed = row > column;
    const double* at = row == column  ? s.diagonal
                       : row > column ? s.column + block * find_row(&s, row)
                                      : s.row + block * find_row(&s, column);
    return (size_t)(at - f->values);
}

void bl_block_lu_add(bl_block_lu* f, uint32_t i, uint32_t j, const double* block)
{
    bool is_transposed;
    double* to = f->values + bl_block_lu_index(f, i, j, &is_transposed);
    uint32_t size = f->size;
    for (uint32_t r = 0; r < size; r++)
        for (uint32_t c = 0; c < size; c++)
            to[is_transposed ? size * c + r : size * r + c] += block[size * r + c];
}

// ---------------------------------------------------------------------------------------------------------------------
// Factoring
// ---------------------------------------------------------------------------------------------------------------------

// What step k, which has row j at the index `at`, takes from that of j. index[i] is where row i is in `to`; `skip` may
// be null.
static BL_ALWAYS_INLINE void apply_step(uint32_t size, const step_blocks* from, size_t at, const uint32_t* index,
                                        const bool* skip, const step_blocks* to)
{
    const size_t block = (size_t)size * size;
    const double *lower = from->column + block * at, *upper = from->row + block * at;
    block_subtract_product(size, lower, upper, to->diagonal);
    for (size_t m = at + 1; m < from->count; m++) {
        if (skip != NULL && skip[from->rows[m]]) continue;
        size_t target = block * (size_t)index[from->rows[m]];
        block_subtract_product(size, upper, from->column + block * m, to->column + target);
        block_subtract_product(size, lower, from->row + block * m, to->row + target);
    }
}

static BL_ALWAYS_INLINE void gather_updates(bl_block_lu* f, uint32_t size, uint32_t j, const bool* skip,
                                            const step_blocks* to)
{
    uint32_t* index = f->scratch;
    for (uint32_t m = 0; m < to->count; m++)
        index[to->rows[m]] = m;
    for (uint32_t e = f->row_start[j]; e < f->row_start[j + 1]; e++) {
        uint32_t k = f->row_column[e];
        if (skip != NULL && skip[k]) continue;
        step_blocks from = blocks_of(f, size, k);
        apply_step(size, &from, f->row_at[e] - f->column_start[k], index, skip, to);
    }
}

static BL_ALWAYS_INLINE bool run_step(bl_block_lu* f, uint32_t size, uint32_t j, const bool* skip, double least_pivot)
{
    const size_t block = (size_t)size * size;
    step_blocks s = blocks_of(f, size, j);
    uint8_t* rows = f->pivots + size * (size_t)j;
    gather_updates(f, size, j, skip, &s);
    double least = least_pivot > 0.0 ? least_pivot * block_largest(size, s.diagonal) : 0.0;
    if (!block_factor(size, s.diagonal, least, rows)) return false;
    for (size_t m = 0; m < s.count; m++) {
        if (skip != NULL && skip[s.rows[m]]) continue;
        block_divide_by_upper_transposed(size, s.diagonal, s.column + block * m);
        block_divide_by_lower(size, s.diagonal, rows, s.row + block * m);
    }
    return true;
}

// The loop over all steps with its size as a constant. Where the machine has vectors of four doubles they are used: the
// operations on each number stay the same, in the same order, and so do the bits.
static BL_ALWAYS_INLINE bool run_steps(bl_block_lu* f, uint32_t size)
{
    for (uint32_t j = 0; j < f->n; j++)
        if (!run_step(f, size, j, NULL, 0.0)) return false;
    return true;
}

bool bl_block_lu_run_narrow(bl_block_lu* f)
{
    f->is_partial = false;
    return f->size == 6 ? run_steps(f, 6) : f->size == 4 ? run_steps(f, 4) : run_steps(f, 3);
}

BL_WIDE static bool run_wide(bl_block_lu* f)
{
    return f->size == 6 ? run_steps(f, 6) : f->size == 4 ? run_steps(f, 4) : run_steps(f, 3);
}

bool bl_block_lu_run(bl_block_lu* f)
{
    BELAY_ASSERT(f->size == 3 || f->size == 4 || f->size == 6 || f->n == 0);
    f->is_partial = false;
    return bl_has_wide() ? run_wide(f) : bl_block_lu_run_narrow(f);
}

static bool run_step_of_part(bl_block_lu* f, uint32_t j, double least_pivot)
{
    if (f->size == 6) return run_step(f, 6, j, f->is_skipped, least_pivot);
    if (f->size == 4) return run_step(f, 4, j, f->is_skipped, least_pivot);
    return run_step(f, 3, j, f->is_skipped, least_pivot);
}

bool bl_block_lu_run_part(bl_block_lu* f, const bl_block_lu_part* part)
{
    BELAY_ASSERT(f->size == 3 || f->size == 4 || f->size == 6);
    BELAY_ASSERT(part->least_pivot >= 0.0);
    f->is_partial = part->is_skipped != NULL;
    for (uint32_t k = 0; k < f->n; k++)
        f->is_skipped[k] = f->is_partial && part->is_skipped[f->order[k]];
    for (uint32_t j = 0; j < f->n; j++) {
        if (j % CHECK_INTERVAL == 0 && part->is_over != NULL && part->is_over(part->context)) return false;
        if (!f->is_skipped[j] && !run_step_of_part(f, j, part->least_pivot)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Solving
// ---------------------------------------------------------------------------------------------------------------------

static BL_ALWAYS_INLINE void forward(const bl_block_lu* f, uint32_t size, const bool* skip, double* y)
{
    for (uint32_t k = 0; k < f->n; k++) {
        if (skip != NULL && skip[k]) continue;
        step_blocks s = blocks_of(f, size, k);
        double* own = y + size * (size_t)k;
        block_forward(size, s.diagonal, f->pivots + size * (size_t)k, own);
        for (size_t m = 0; m < s.count; m++)
            if (skip == NULL || !skip[s.rows[m]])
                block_subtract_transposed_image(size, s.column + (size_t)size * size * m, own,
                                                y + size * (size_t)s.rows[m]);
    }
}

static BL_ALWAYS_INLINE void backward(const bl_block_lu* f, uint32_t size, const bool* skip, double* y)
{
    for (uint32_t k = f->n; k-- > 0;) {
        if (skip != NULL && skip[k]) continue;
        step_blocks s = blocks_of(f, size, k);
        double* own = y + size * (size_t)k;
        for (size_t m = 0; m < s.count; m++)
            if (skip == NULL || !skip[s.rows[m]])
                block_subtract_image(size, s.row + (size_t)size * size * m, y + size * (size_t)s.rows[m], own);
        block_backward(size, s.diagonal, own);
    }
}

static BL_ALWAYS_INLINE void solve(const bl_block_lu* f, uint32_t size, const bool* skip, const double* b, double* x)
{
    double* y = f->work;
    for (uint32_t k = 0; k < f->n; k++)
        if (skip == NULL || !skip[k]) memcpy(y + size * (size_t)k, b + size * (size_t)f->order[k], size * sizeof *y);
    forward(f, size, skip, y);
    backward(f, size, skip, y);
    for (uint32_t k = 0; k < f->n; k++)
        if (skip == NULL || !skip[k]) memcpy(x + size * (size_t)f->order[k], y + size * (size_t)k, size * sizeof *y);
}

void bl_block_lu_solve(const bl_block_lu* f, const double* b, double* x)
{
    const bool* skip = f->is_partial ? f->is_skipped : NULL;
    if (f->size == 3)
        solve(f, 3, skip, b, x);
    else if (f->size == 4)
        solve(f, 4, skip, b, x);
    else
        solve(f, 6, skip, b, x);
}
