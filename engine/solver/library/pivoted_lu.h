// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Elimination with pivots from the whole row, for the rare matrix on contacts that needs more than the block factors
// (contact_lu.h) give. By KLU of SuiteSparse; in builds without it every matrix is refused.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_PIVOTED_LU_H
#define BELAY_ENGINE_SOLVER_LIBRARY_PIVOTED_LU_H

#include "solver/library/solve.h"

typedef struct bl_pivoted_lu bl_pivoted_lu;

// The blocks of a matrix laid out like those of the problem. Open contacts have no rows and columns.
typedef struct bl_pivoted_matrix {
    const double* blocks;
    const uint32_t* order; // [n] contacts in an order of elimination that fills in little
    const bool* is_open;   // [n]
} bl_pivoted_matrix;

// Factors a matrix. *lu is made at the first call, of the solve's memory; null before. False when the matrix is
// singular, there is no memory, or no KLU.
bool bl_pivoted_lu_factor(bl_pivoted_lu** lu, bl_solve* solve, const bl_pivoted_matrix* matrix);
// x = J^-1 x, three numbers per contact; those of open contacts are left alone.
void bl_pivoted_lu_solve(bl_pivoted_lu* lu, double* x);
// Gives the factors back. lu may be null.
void bl_pivoted_lu_forget(bl_pivoted_lu* lu);

#endif
