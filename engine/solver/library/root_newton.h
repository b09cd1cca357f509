// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the global Newton methods on a root function of the whole problem share: the iterate, |F|^2 / 2, Newton's
// direction with a shift of W that falls like the error, and the loop that ends when the best residual no longer falls.
// How long a step is, and what is done where Newton's direction fails, is each method's own.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_ROOT_NEWTON_H
#define BELAY_ENGINE_SOLVER_LIBRARY_ROOT_NEWTON_H

#include "solver/library/sparse_newton.h"
#include "solver/newton/newton_loop.h"

// F_a, and F_a with its derivatives.
typedef void bl_root_fn(double w, double mu, const double r[3], const double u[3], double f[3]);
typedef void bl_root_term_fn(double w, double mu, const double r[3], const double u[3], bl_newton_term* term);

typedef struct bl_root_newton {
    bl_solve* solve;
    bl_sparse_newton newton;
    bl_root_fn* root;
    bl_root_term_fn* term;
    double shift_per_error; // of the matrix, over |F| / |q|
    double *r, *u;          // the iterate, not projected
    double *next, *next_u;
    double* direction;
    double merit; // |F|^2 / 2 at r
} bl_root_newton;

// Makes a step, in next, next_u and merit. False: there is none.
typedef bool bl_root_step_fn(bl_root_newton* m, void* context);

// root, term and shift_per_error are set by the caller before. False when there is no memory; fini in any case.
bool bl_root_newton_init(bl_root_newton* m, bl_solve* solve, const double* r);
void bl_root_newton_fini(bl_root_newton* m);

// Fills direction; the shift grows until the matrix is regular. False when it never is.
bool bl_root_newton_direction(bl_root_newton* m);
// next = r + t direction; returns its |F|^2 / 2.
double bl_root_newton_try(bl_root_newton* m, double t);
// The first of the steps t = first, first / 2, ... (12 of them) with |F|^2 / 2 <= top - decrease t; false: there is
// none.
bool bl_root_newton_backtrack(bl_root_newton* m, double first, double top, double decrease);
// Steps, each observed by the solve, until it says stop, there is no step, or the best residual no longer falls.
void bl_root_newton_iterate(bl_root_newton* m, bl_root_step_fn* step, void* context);

#endif
