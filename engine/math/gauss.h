// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Dense systems that need not be symmetric, by Gauss' elimination with row pivoting. For symmetric positive definite
// ones: dense_cholesky.h, and m3_invert in mat.h for 3x3 that are given once; the inverse of small ones is here.

#ifndef BELAY_ENGINE_MATH_GAUSS_H
#define BELAY_ENGINE_MATH_GAUSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// x <- a^-1 x for `columns` right-hand sides, x[i * columns + c]. a: n x n, row-major, rows `stride` apart; its upper
// triangle becomes U, what is left of the diagonal is not kept. False when a pivot is zero (or NaN): x is then of no
// use.
bool bl_gauss_solve(double* a, size_t stride, uint32_t n, double* x, uint32_t columns);

// The same of a 3 x 3 matrix in one loop, for what is solved for every contact in every iteration. It eliminates
// upwards too, so that its last bits are not those of bl_gauss_solve; `a` is of no use afterwards.
bool bl_gauss_solve_three(double a[9], double* x, int columns);

// The inverse of a symmetric positive definite n x n matrix, row-major, by Gauss and Jordan without pivoting, which it
// does not need. False when a pivot is not above `dependent` times what it was on the diagonal of w: rows depend on one
// another, and the inverse is of no use.
bool bl_gauss_invert_definite(const double* w, uint32_t n, double dependent, double* inverse);

#endif
