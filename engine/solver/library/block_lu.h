// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sparse elimination for W + S, S block-diagonal and such that the symmetric part of the sum is positive definite (W is
// positive semidefinite but for rounding and a small skew part). Then L U without pivoting between contacts exists and
// is stable, whatever the scale of the blocks of S: the order is chosen once for the pattern of W (minimum degree on
// the graph of the contacts) and every factorization afterwards is plain arithmetic on 3x3 blocks.

#ifndef BELAY_ENGINE_SOLVER_BLOCK_LU_H
#define BELAY_ENGINE_SOLVER_BLOCK_LU_H

#include "solver/library/solve.h"

typedef struct bl_block_lu {
    const bl_solve* solve;
    const belay_problem* problem;
    int32_t n;
    int32_t* order;    // [n] contact eliminated at each step
    int32_t* step;     // [n] its inverse
    int64_t* start;    // [n + 1] steps that remain coupled to step k: later[start[k]] ... ascending
    int32_t* later;    // of which the blocks (later, k) of L and (k, later) of U are kept
    double* lower;     // [9 start[n]]
    double* upper;     // [9 start[n]]
    double* inverse;   // [9n] inverse of the pivot block of each step
    double* work;      // [18n] a column of L and a row of U in the making; a vector in bl_block_lu_solve
    int32_t* head;     // [n] first step whose next later step is k, -1: none
    int32_t* next;     // [n] the one behind it in that list
    int64_t* position; // [n] of that next later step in `later`
} bl_block_lu;

// Finds the order and the pattern. Memory is the solve's. False when there is none, or the pattern is too large.
bool bl_block_lu_init(bl_block_lu* lu, bl_solve* solve);

// Factors W + S; `shift` holds the blocks of S, [9n], row-major. Returns the smallest ratio of a pivot to the size of
// the diagonal block that it began as: 0 when a pivot block is singular (the factors are then of no use) or
// the solve is over meanwhile, about DBL_EPSILON when the matrix is singular to working precision.
double bl_block_lu_factor(bl_block_lu* lu, const double* shift);

// x = (W + S)^-1 b, [3n] each. x may be b.
void bl_block_lu_solve(const bl_block_lu* lu, const double* b, double* x);

#endif
