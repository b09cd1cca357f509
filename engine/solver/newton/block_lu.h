// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sparse L U of matrices of blocks, 3x3, 4x4 or 6x6: the engine's one sparse factorisation of unsymmetric matrices. The
// structure, who is coupled with whom, is symmetric; the values need not be. Newton's methods use it on bodies (six
// unknowns a node: M + F^T G H, whose diagonal blocks hold the masses), on rods (four: place and twist) and on contacts
// (three unknowns a node: A W + B). Pivots are taken inside of the diagonal blocks alone; whoever has no reason to
// trust that checks the residual.
//
// Order of elimination: minimum degree on the graph of the nodes. Chains, arches and walls fill in little; a pile of
// bodies in space fills in much, which the estimate tells before anything is spent.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_BLOCK_LU_H
#define BELAY_ENGINE_SOLVER_NEWTON_BLOCK_LU_H

#include "belay/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bl_block_link {
    uint32_t a, b; // a < b, numbers of nodes
} bl_block_link;

typedef enum bl_block_lu_status {
    BL_BLOCK_LU_READY,
    BL_BLOCK_LU_TOO_COSTLY, // more than max_flops
    BL_BLOCK_LU_NO_MEMORY,
} bl_block_lu_status;

// All arrays are stb_ds arrays that keep their memory from use to use. A zeroed struct is a valid empty one.
typedef struct bl_block_lu {
    uint32_t size;        // of a block: 3, 4 or 6
    uint32_t n;           // nodes
    double flops;         // of one factorisation, known from the pattern; a lower bound of it when that was too costly
    bl_block_link* links; // those that the present pattern was found for, sorted, each once

    // The rest is private to block_lu*.c. Rows and columns are steps of the elimination. Column k of L has the blocks
    // column_start[k] <= i < column_start[k + 1] below its diagonal, in rows column_row[i], ascending; row k of U has
    // the transposed pattern. Row k of L has the blocks row_start[k] <= i < row_start[k + 1], in columns row_column[i],
    // at the places row_at[i] of those columns.
    bool is_cut;     // the pattern is missing, since its cost passed the limit
    bool is_partial; // the factors are those of a part of the nodes
    uint32_t* order; // [n] node taken out in each step
    uint32_t* step;  // [n] step of each node
    uint32_t *column_start, *column_row;
    uint32_t *row_start, *row_column, *row_at;
    double* values;    // by block: of each step the diagonal block, column of L (transposed), row of U
    uint8_t* pivots;   // [size n] rows of each diagonal block in the order of their elimination
    bool* is_skipped;  // [n] steps that a partial factorisation leaves out
    uint32_t* scratch; // of the analysis; while factoring, where each row is in the present column
    bl_block_link* half_sorted;
    uint32_t* members; // of the elements while the order is sought
    double* work;      // [size n] of a solve
} bl_block_lu;

// Finds order and pattern for `n` nodes joined by the links (any order, doubled ones allowed; sorted in place), with
// `size` (3, 4 or 6) unknowns each. Nothing is done when they are those of the last call. Allocates only to grow. Gives
// up as soon as the cost passes max_flops. Unless READY, none of the functions below may be called.
bl_block_lu_status bl_block_lu_analyse(bl_block_lu* lu, uint32_t size, uint32_t n, bl_block_link* links,
                                       uint32_t link_count, double max_flops, const belay_allocator* allocator);
void bl_block_lu_fini(bl_block_lu* lu);
// Gives it as much room as `other` has. False when memory runs out.
bool bl_block_lu_grow_like(bl_block_lu* lu, const bl_block_lu* other, const belay_allocator* allocator);

// How many numbers there are in `values`.
static inline size_t bl_block_lu_doubles(const bl_block_lu* lu)
{
    size_t block = (size_t)lu->size * lu->size;
    return lu->n == 0 ? 0 : block * (lu->n + 2 * (size_t)lu->column_start[lu->n]);
}

// Sets all values to zero.
void bl_block_lu_clear(bl_block_lu* lu);
// Adds a block (row-major) at (i, j): i = j or a link joins them.
void bl_block_lu_add(bl_block_lu* lu, uint32_t i, uint32_t j, const double* block);
// Where in `values` the block (i, j) stands, and whether transposed; for callers that add to it themselves.
size_t bl_block_lu_index(const bl_block_lu* lu, uint32_t i, uint32_t j, bool* is_transposed);

// Factors in place. False when a pivot is zero (or so small that its inverse overflows) or not finite: the factors are
// then of no use.
bool bl_block_lu_run(bl_block_lu* lu);
// The same to the last bit, without what only some machines have.
bool bl_block_lu_run_narrow(bl_block_lu* lu);

typedef struct bl_block_lu_part {
    const bool* is_skipped; // [n] by node: rows and columns that are left out, whose values are not read; null: none
    double least_pivot;     // over the largest number of its diagonal block as it was given; what is not larger is zero
    bool (*is_over)(const void* context); // asked now and then: to end early, as if there were no pivot; null: never
    const void* context;
} bl_block_lu_part;

// The same for a part of the nodes, or for a longer time.
bool bl_block_lu_run_part(bl_block_lu* lu, const bl_block_lu_part* part);

// x = A^-1 b, `size` n numbers each; x may be b. Those of nodes that were left out are neither read nor written. Uses
// the factors' own memory: one solve at a time.
void bl_block_lu_solve(const bl_block_lu* lu, const double* b, double* x);

#endif
