// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Cholesky's factorisation of small dense matrices, A = U^T U with U upper triangular, and solves with many columns at
// once. Row-major; only the upper triangle of A is read, and below the diagonal nothing is touched.

#ifndef BELAY_ENGINE_MATH_DENSE_CHOLESKY_H
#define BELAY_ENGINE_MATH_DENSE_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Factors the n x n matrix `a`, rows `stride` apart, in place; the diagonal then holds 1 / U_kk. False when a pivot is
// not positive, or not finite.
bool bl_dense_cholesky_factor(double* a, size_t stride, uint32_t n);

// x <- A^-1 x for `columns` right-hand sides, x[k * columns + c], with A's factor. The factor of a trailing block (rows
// and columns from k on) stands for the block's Schur complement: a + k (stride + 1), n - k.
void bl_dense_cholesky_solve(const double* a, size_t stride, uint32_t n, double* x, uint32_t columns);

#endif
