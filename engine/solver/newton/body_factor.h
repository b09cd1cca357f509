// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sparse L U of matrices of 6x6 blocks, one row and column of blocks per body: the structure is that of who touches
// whom, and symmetric; the values need not be. Made for Newton's method on bodies: M + H^T D H, whose diagonal blocks
// hold the masses, so that pivots are taken inside of the diagonal blocks alone.
//
// Order of elimination: minimum degree on the graph of the bodies. Chains, arches and walls fill in little; a heap of
// bodies in space fills in much, which the estimate tells before anything is spent.

#ifndef BELAY_ENGINE_SOLVER_BODY_FACTOR_H
#define BELAY_ENGINE_SOLVER_BODY_FACTOR_H

#include "belay/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bl_body_link {
    uint32_t a, b; // a < b, numbers of bodies
} bl_body_link;

typedef enum bl_body_factor_status {
    BL_BODY_FACTOR_READY,
    BL_BODY_FACTOR_TOO_COSTLY, // more than max_flops
    BL_BODY_FACTOR_NO_MEMORY,
} bl_body_factor_status;

// All arrays are stb_ds arrays that keep their memory from use to use. A zeroed struct is a valid empty one.
typedef struct bl_body_factor {
    uint32_t n;          // bodies
    double flops;        // of one factorisation, known from the pattern; a lower bound of it when that was too costly
    bl_body_link* links; // those that the present pattern was found for, sorted, each once

    // The rest is private to body_factor*.c. Rows and columns are steps of the elimination. Column k of L has the
    // blocks column_start[k] <= i < column_start[k + 1] below its diagonal, in rows column_row[i], ascending; row k of
    // U has the transposed pattern. Row k of L has the blocks row_start[k] <= i < row_start[k + 1], in columns
    // row_column[i], at the places row_at[i] of those columns.
    bool is_cut;     // the pattern is missing, since its cost passed the limit
    uint32_t* order; // [n] body taken out in each step
    uint32_t* step;  // [n] step of each body
    uint32_t *column_start, *column_row;
    uint32_t *row_start, *row_column, *row_at;
    double* values;    // 36 numbers per block: of each step the diagonal block, column of L (transposed), row of U
    uint8_t* pivots;   // [6n] rows of each diagonal block in the order of their elimination
    uint32_t* scratch; // of the analysis; while factoring, where each row is in the present column
    bl_body_link* half_sorted;
    uint32_t* members; // of the elements while the order is sought
    double* work;      // [6n] of a solve
} bl_body_factor;

// Finds order and pattern for `n` bodies joined by the links (any order, doubled ones allowed; sorted in place).
// Nothing is done when they are those of the last call. Allocates only to grow. Gives up as soon as the cost passes
// max_flops. Unless READY, none of the functions below may be called.
bl_body_factor_status bl_body_factor_analyse(bl_body_factor* factor, uint32_t n, bl_body_link* links,
                                             uint32_t link_count, double max_flops, const belay_allocator* allocator);
void bl_body_factor_fini(bl_body_factor* factor);
// Gives it as much room as `other` has. False when memory runs out.
bool bl_body_factor_grow_like(bl_body_factor* factor, const bl_body_factor* other, const belay_allocator* allocator);

// How many numbers there are in `values`.
static inline size_t bl_body_factor_doubles(const bl_body_factor* factor)
{
    return factor->n == 0 ? 0 : 36 * (factor->n + 2 * (size_t)factor->column_start[factor->n]);
}

// Sets all values to zero.
void bl_body_factor_clear(bl_body_factor* factor);
// Adds a 6x6 block (row-major) at (i, j): i = j or a link joins them.
void bl_body_factor_add(bl_body_factor* factor, uint32_t i, uint32_t j, const double block[36]);
// Where in `values` the block (i, j) stands, and whether transposed; for callers that add to it themselves.
size_t bl_body_factor_place(const bl_body_factor* factor, uint32_t i, uint32_t j, bool* is_transposed);
// Factors in place. False when a pivot is zero (or so small that its inverse overflows) or not finite: the factors are
// then of no use.
bool bl_body_factor_run(bl_body_factor* factor);
// x = A^-1 b, 6 n numbers each; x may be b. Uses the factor's own memory: one solve at a time.
void bl_body_factor_solve(const bl_body_factor* factor, const double* b, double* x);

#endif
