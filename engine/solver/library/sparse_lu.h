// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sparse LU of any matrix of 3x3 blocks with the pattern of a contact problem (structurally symmetric, diagonal blocks
// present). The pattern of the factors is found once, for a given order of elimination; afterwards any subset of the
// contacts may be factored without new analysis. Pivots are chosen inside of the diagonal blocks only, so whoever
// solves checks the residual and keeps a method with full pivoting at hand.

#ifndef BELAY_ENGINE_SOLVER_SPARSE_LU_H
#define BELAY_ENGINE_SOLVER_SPARSE_LU_H

#include "solver/library/solve.h"

// Rows and columns are steps of the elimination. Row i of L has the blocks l_start[i] <= k < l_start[i + 1], those of
// U right of the diagonal likewise.
typedef struct bl_sparse_lu {
    int32_t n;
    const belay_problem* pattern;
    const int32_t* order; // [n] contact eliminated in each step
    int32_t* step;        // [n] step of each contact
    int32_t *l_start, *u_start;
    int32_t *l_column, *u_column;
    double *l, *u;    // nine numbers per block
    double* inverse;  // [9n] of the diagonal blocks of U
    double* row;      // [9n] the row being worked on
    double* x;        // [3n]
    bool* is_skipped; // [n] steps without row and column
} bl_sparse_lu;

// False when there is no memory, or the factors are too large to count. `order` is kept, not copied.
bool bl_sparse_lu_init(bl_sparse_lu* lu, bl_solve* solve, const int32_t* order);

// `blocks` are laid out like those of the problem; the rows and columns of the contacts in `skip` are not read. False
// when a diagonal block is singular to working precision.
bool bl_sparse_lu_factor(bl_sparse_lu* lu, const double* blocks, const bool* skip);

// x = J^-1 x, three numbers per contact; those of skipped contacts are left alone.
void bl_sparse_lu_solve(bl_sparse_lu* lu, double* x);

#endif
