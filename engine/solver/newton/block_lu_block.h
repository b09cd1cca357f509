// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is done with the blocks of block_lu.c, for one step of its elimination. `size` is 3, 4 or 6 and a constant
// wherever these are used: loops over it are then unrolled. Blocks are row-major. All but the products that a
// factorisation spends its time in are written once for all sizes.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_BLOCK_LU_BLOCK_H
#define BELAY_ENGINE_SOLVER_NEWTON_BLOCK_LU_BLOCK_H

#include "core/inline.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define BLOCK_MAX 6 // rows

// c -= a^T b of 6x6 blocks. A row of c is kept in registers; written out so that compilers make pairs of it.
static inline void six_subtract_product(const double* restrict a, const double* restrict b, double* restrict c)
{
    for (int i = 0; i < 6; i++, c += 6) {
        double c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3], c4 = c[4], c5 = c[5];
        for (int p = 0; p < 6; p++) {
            const double factor = a[6 * p + i], *row = b + 6 * p;
            c0 -= factor * row[0];
            c1 -= factor * row[1];
            c2 -= factor * row[2];
            c3 -= factor * row[3];
            c4 -= factor * row[4];
            c5 -= factor * row[5];
        }
        c[0] = c0, c[1] = c1, c[2] = c2, c[3] = c3, c[4] = c4, c[5] = c5;
    }
}

static inline void four_subtract_product(const double* restrict a, const double* restrict b, double* restrict c)
{
    for (int i = 0; i < 4; i++, c += 4) {
        double c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
        for (int p = 0; p < 4; p++) {
            const double factor = a[4 * p + i], *row = b + 4 * p;
            c0 -= factor * row[0];
            c1 -= factor * row[1];
            c2 -= factor * row[2];
            c3 -= factor * row[3];
        }
        c[0] = c0, c[1] = c1, c[2] = c2, c[3] = c3;
    }
}

static inline void three_subtract_product(const double* restrict a, const double* restrict b, double* restrict c)
{
    for (int i = 0; i < 3; i++, c += 3) {
        double a0 = a[i], a1 = a[3 + i], a2 = a[6 + i];
        c[0] = c[0] - a0 * b[0] - a1 * b[3] - a2 * b[6];
        c[1] = c[1] - a0 * b[1] - a1 * b[4] - a2 * b[7];
        c[2] = c[2] - a0 * b[2] - a1 * b[5] - a2 * b[8];
    }
}

static BL_ALWAYS_INLINE void block_subtract_product(uint32_t size, const double* a, const double* b, double* c)
{
    if (size == 6)
        six_subtract_product(a, b, c);
    else if (size == 4)
        four_subtract_product(a, b, c);
    else
        three_subtract_product(a, b, c);
}

// y -= a^T x
static BL_ALWAYS_INLINE void block_subtract_transposed_image(uint32_t size, const double* restrict a,
                                                             const double* restrict x, double* restrict y)
{
    double to[BLOCK_MAX];
    for (uint32_t i = 0; i < size; i++)
        to[i] = y[i];
    for (uint32_t p = 0; p < size; p++)
        for (uint32_t i = 0; i < size; i++)
            to[i] -= x[p] * a[size * p + i];
    for (uint32_t i = 0; i < size; i++)
        y[i] = to[i];
}

// y -= a x, the products of a row added up first
static BL_ALWAYS_INLINE void block_subtract_image(uint32_t size, const double* restrict a, const double* restrict x,
                                                  double* restrict y)
{
    for (uint32_t i = 0; i < size; i++, a += size) {
        double sum = a[0] * x[0];
        for (uint32_t p = 1; p < size; p++)
            sum += a[p] * x[p];
        y[i] -= sum;
    }
}

// y -= factor row
static BL_ALWAYS_INLINE void block_subtract_row(uint32_t size, double factor, const double* restrict row,
                                                double* restrict y)
{
    for (uint32_t c = 0; c < size; c++)
        y[c] -= factor * row[c];
}

static inline double block_largest(uint32_t size, const double* m)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < size * size; i++)
        largest = fmax(largest, fabs(m[i]));
    return largest;
}

static BL_ALWAYS_INLINE void block_swap_rows(uint32_t size, double* m, uint32_t i, uint32_t j)
{
    for (uint32_t c = 0; c < size; c++) {
        double x = m[size * i + c];
        m[size * i + c] = m[size * j + c];
        m[size * j + c] = x;
    }
}

static BL_ALWAYS_INLINE uint32_t block_largest_row(uint32_t size, const double* m, uint32_t k)
{
    uint32_t best = k;
    for (uint32_t i = k + 1; i < size; i++)
        if (fabs(m[size * i + k]) > fabs(m[size * best + k])) best = i;
    return best;
}

// l below the diagonal, u right of it, the inverses of the pivots on it. rows[i] is the row that came to be row i.
static BL_ALWAYS_INLINE bool block_factor(uint32_t size, double* m, double least, uint8_t* rows)
{
    for (uint32_t k = 0; k < size; k++)
        rows[k] = (uint8_t)k;
    for (uint32_t k = 0; k < size; k++) {
        uint32_t p = block_largest_row(size, m, k);
        uint8_t row = rows[k];
        rows[k] = rows[p];
        rows[p] = row;
        if (p != k) block_swap_rows(size, m, k, p);
        double pivot = m[(size + 1) * k], inverse = 1.0 / pivot;
        if (!isfinite(pivot) || !isfinite(inverse) || fabs(pivot) <= least) return false;
        m[(size + 1) * k] = inverse;
        for (uint32_t i = k + 1; i < size; i++) {
            double factor = m[size * i + k] * inverse;
            m[size * i + k] = factor;
            for (uint32_t c = k + 1; c < size; c++)
                m[size * i + c] -= factor * m[size * k + c];
        }
    }
    return true;
}

// m = l^-1 P m
static BL_ALWAYS_INLINE void block_divide_by_lower(uint32_t size, const double* restrict lu, const uint8_t* rows,
                                                   double* restrict m)
{
    double source[BLOCK_MAX * BLOCK_MAX];
    memcpy(source, m, size * size * sizeof *m);
    for (uint32_t i = 0; i < size; i++) {
        memcpy(m + size * i, source + size * rows[i], size * sizeof *m);
        for (uint32_t p = 0; p < i; p++)
            block_subtract_row(size, lu[size * i + p], m + size * p, m + size * i);
    }
}

// m = u^-T m
static BL_ALWAYS_INLINE void block_divide_by_upper_transposed(uint32_t size, const double* restrict lu,
                                                              double* restrict m)
{
    for (uint32_t i = 0; i < size; i++) {
        for (uint32_t p = 0; p < i; p++)
            block_subtract_row(size, lu[size * p + i], m + size * p, m + size * i);
        for (uint32_t c = 0; c < size; c++)
            m[size * i + c] *= lu[(size + 1) * i];
    }
}

// y = l^-1 P y
static BL_ALWAYS_INLINE void block_forward(uint32_t size, const double* lu, const uint8_t* rows, double* y)
{
    double x[BLOCK_MAX];
    for (uint32_t i = 0; i < size; i++)
        x[i] = y[rows[i]];
    for (uint32_t p = 0; p < size; p++)
        for (uint32_t i = p + 1; i < size; i++)
            x[i] -= lu[size * i + p] * x[p];
    memcpy(y, x, size * sizeof *y);
}

// y = u^-1 y
static BL_ALWAYS_INLINE void block_backward(uint32_t size, const double* lu, double* y)
{
    for (uint32_t p = size; p-- > 0;) {
        y[p] *= lu[(size + 1) * p];
        for (uint32_t i = 0; i < p; i++)
            y[i] -= lu[size * i + p] * y[p];
    }
}

#endif
