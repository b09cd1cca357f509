// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Symmetric positive semidefinite matrices whose rows may depend on one another, by Cholesky's factorisation with
// complete pivoting. Rows may have units of their own: with D the diagonal of A and S = D^-1/2 A D^-1/2, whose diagonal
// is 1,
//     S = U^T U,   U: rank x n, row k begun by the pivot with the most left of its diagonal,
// and rows of which no more than BL_SEMIDEFINITE_DEPENDENT is left depend on the pivots. "Least" and "nearest" are
// meant in the same measure: |D^1/2 x| and |D^-1/2 (A x - b)|.

#ifndef BELAY_ENGINE_MATH_SEMIDEFINITE_H
#define BELAY_ENGINE_MATH_SEMIDEFINITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bl_semidefinite {
    uint32_t n, rank;
    double* a;        // n x n, row-major: A, after factoring S
    double* u;        // n x n: `rank` rows of U; column j is that of row j of A
    double* gram;     // rank x rank: the factor of U U^T, where rank < n
    double* scale;    // n: D^-1/2; 0 where the diagonal is not positive
    double* work;     // 4 n
    uint32_t* pivots; // n: of row k of U
    bool has_gram;    // else solutions have zeros in rows that are no pivots
} bl_semidefinite;

// What bl_semidefinite_bind divides: doubles, and n numbers of pivots.
size_t bl_semidefinite_doubles(uint32_t n);
// Gives it memory, which stays the caller's. A is then to be written.
void bl_semidefinite_bind(bl_semidefinite* f, uint32_t n, double* doubles, uint32_t* pivots);

void bl_semidefinite_factor(bl_semidefinite* f);

// x = A^+ b: of the x that bring A x nearest to b the least. Where pivots are as small as rounding lets them be it may
// be one that obeys the rows of the pivots instead.
void bl_semidefinite_solve(const bl_semidefinite* f, const double* b, double* x);

// half: rank numbers, so that b . A^+ c = half(b) . half(c) for b and c in the range of A.
void bl_semidefinite_half(const bl_semidefinite* f, const double* b, double* half);

#endif
