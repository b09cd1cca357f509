// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Newton steps for root functions of the whole contact problem, F_a(r_a, u_a) = 0 with u = W r + q, by sparse
// elimination. A method fills one term for each contact, F_a and its derivatives (one element of the generalized
// Jacobian where F_a has a kink); here the rows
//     dF_a = A_a (W dr)_a + B_a dr_a,   A_a = dF_a/du_a,   B_a = dF_a/dr_a
// are put together and solved for dF = -F. Contacts whose term says that they are open need no row: their impulse is
// set to zero and leaves the system. The order of elimination is found once in a solve (block_lu.h) and kept for every
// subset of contacts.
//
// The rare matrix that needs pivots from outside of the blocks is factored by KLU (SuiteSparse); in builds without it
// its step is refused, which costs the method a few iterations, and now and then a hard problem.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_SPARSE_NEWTON_H
#define BELAY_ENGINE_SOLVER_LIBRARY_SPARSE_NEWTON_H

#include "solver/library/solve.h"
#include "solver/newton/newton_term.h"

typedef struct bl_sparse_newton {
    bl_solve* solve;
    double* scale;                            // [n] > 0: w_a = tr(W_aa) / 3, or the largest of them where that is 0
    bl_newton_term* terms;                    // [n] filled by the method
    struct bl_sparse_newton_factors* factors; // private
} bl_sparse_newton;

// False when there is no memory; fini is to be called in any case.
bool bl_sparse_newton_init(bl_sparse_newton* newton, bl_solve* solve);
void bl_sparse_newton_fini(bl_sparse_newton* newton);

// dr with (A (W + shift w) + B) dr = -F. The shift is relative to w and makes the matrix regular where W is not. False,
// and dr = 0, when the matrix is singular to working precision all the same.
bool bl_sparse_newton_direction(bl_sparse_newton* newton, double shift, double* dr);

// g = (A W + B)^T F: the gradient of |F|^2 / 2.
void bl_sparse_newton_gradient(const bl_sparse_newton* newton, double* g);

#endif
