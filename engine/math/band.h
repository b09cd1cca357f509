// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Symmetric band matrices, factored as L D L^T in place and without pivoting, and solved for one or many right-hand
// sides.
//
// They are stored by columns of the lower triangle, in blocks of four columns whose entries all begin at the block's
// first row, so that the entries of neighbouring columns stand beside each other and whole rows of vectors are
// combined:
//
//     A(i, j), i >= j, is entry i - f of column j, f = 4 floor(j / 4);   0 <= i - f < bandwidth, a multiple of 4
//
// What stands above the diagonal in a column has no meaning (but must be finite). Rows from `size` on must be zero.
// A row and column of zeros stands for an unknown that is held: the solution is 0 there, whatever the right-hand side.

#ifndef BELAY_ENGINE_MATH_BAND_H
#define BELAY_ENGINE_MATH_BAND_H

#include <stddef.h>
#include <stdint.h>

typedef struct bl_band {
    double* a; // bl_band_doubles of them
    uint32_t size, bandwidth;
} bl_band;

// The bandwidth of a matrix whose A(i, j) vanish for i - j > width.
static inline uint32_t bl_band_bandwidth(uint32_t width)
{
    return (width + 7) & ~(uint32_t)3;
}

// The columns are followed by as many as elimination reaches beyond the last one.
static inline size_t bl_band_doubles(uint32_t size, uint32_t bandwidth)
{
    return ((((size_t)size + 3) & ~(size_t)3) + bandwidth - 4) * bandwidth;
}

// Where A(i, j) is, for i >= j.
static inline double* bl_band_at(const bl_band* band, uint32_t i, uint32_t j)
{
    return band->a + (size_t)j * band->bandwidth + (i - (j & ~(uint32_t)3));
}

void bl_band_clear(const bl_band* band);

// Zeros in row and column k.
void bl_band_hold(const bl_band* band, uint32_t k);

// y += A(., k) s for a matrix that is not factored yet.
void bl_band_add_column(const bl_band* band, uint32_t k, double s, double* y);

// A <- its factors: the diagonal becomes 1 / D (0 where held), what is below it L. Returns how many D are negative,
// which is how many eigenvalues of A are (Sylvester): 0 for a positive definite matrix.
uint32_t bl_band_factor(const bl_band* band);

// window <- the matrix that [from, to) is left with when the other unknowns have been eliminated, of which A^-1 there
// is the inverse; from the factors of A, positive definite but for held unknowns. from: a multiple of four. window->a
// has room for what follows `from` in A; its size becomes to - from, its bandwidth that of A. Costs a factorisation.
void bl_band_condense(const bl_band* factor, uint32_t from, uint32_t to, bl_band* window);

// inverse <- those entries of A^-1 that are within the bandwidth of A, from the factors; zero where an unknown is held.
// A band like that of the factors, of the same size and bandwidth. Costs a factorisation (Takahashi, Fagan and Chin
// 1973: what is below in the pattern suffices).
void bl_band_invert(const bl_band* factor, const bl_band* inverse);

// x <- A^-1 x, from the factors.
void bl_band_solve(const bl_band* factor, double* x);

// The same for `columns` right-hand sides, x[k * columns + c]. All are zero for k < from, and only the solutions for
// k >= from are wanted: the rest of x is neither read nor written. A column's solution does not depend on the others.
void bl_band_solve_many(const bl_band* factor, double* x, uint32_t columns, uint32_t from);

#endif
