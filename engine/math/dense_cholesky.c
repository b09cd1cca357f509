// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rows of U are stored one after the other, so the elimination goes by rows: each finished row is taken off from all
// rows below. Four rows at a time, as reading and writing a row costs more than the arithmetic on it. Inner loops have
// a fixed length, which lets compilers use vector registers without being told how.

#include "math/dense_cholesky.h"

#include "core/assert.h"

#include <math.h>

#define PANEL 4

// y -= a . rows, of four rows `stride` apart.
static void subtract_rows(double* restrict y, const double* restrict rows, size_t stride, const double a[PANEL],
                          uint32_t n)
{
    const double *r0 = rows, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
    uint32_t j = 0;
    for (; j + 4 <= n; j += 4)
        for (uint32_t t = j; t < j + 4; t++)
            y[t] = y[t] - a[0] * r0[t] - a[1] * r1[t] - a[2] * r2[t] - a[3] * r3[t];
    for (; j < n; j++)
        y[j] = y[j] - a[0] * r0[j] - a[1] * r1[j] - a[2] * r2[j] - a[3] * r3[j];
}

static void subtract_row(double* restrict y, const double* restrict row, double a, uint32_t n)
{
    for (uint32_t j = 0; j < n; j++)
        y[j] -= a * row[j];
}

static void scale_row(double* row, double a, uint32_t n)
{
    for (uint32_t j = 0; j < n; j++)
        row[j] *= a;
}

// Finishes `count` rows from row `first` on, those above being taken off already.
static bool factor_panel(double* a, size_t stride, uint32_t n, uint32_t first, uint32_t count)
{
    for (uint32_t k = first; k < first + count; k++) {
        double* row = a + k * stride;
        if (!(row[k] > 0.0) || isinf(row[k])) return false;
        row[k] = 1.0 / sqrt(row[k]);
        scale_row(row + k + 1, row[k], n - k - 1);
        for (uint32_t i = k + 1; i < first + count; i++)
            subtract_row(a + i * stride + i, row + i, row[i], n - i);
    }
    return true;
}

bool bl_dense_cholesky_factor(double* a, size_t stride, uint32_t n)
{
    BELAY_ASSERT(stride >= n);
    uint32_t k = 0;
    for (; k + PANEL <= n; k += PANEL) {
        if (!factor_panel(a, stride, n, k, PANEL)) return false;
        const double* panel = a + k * stride;
        for (uint32_t i = k + PANEL; i < n; i++) {
            double scale[PANEL];
            for (uint32_t p = 0; p < PANEL; p++)
                scale[p] = panel[p * stride + i];
            subtract_rows(a + i * stride + i, panel + i, stride, scale, n - i);
        }
    }
    return factor_panel(a, stride, n, k, n - k);
}

// U^T y = x: rows of x that are finished are taken off from those below.
static void solve_down(const double* a, size_t stride, uint32_t n, double* x, uint32_t columns)
{
    for (uint32_t k = 0; k < n; k += PANEL) {
        uint32_t end = n - k < PANEL ? n : k + PANEL;
        for (uint32_t p = k; p < end; p++) {
            for (uint32_t q = k; q < p; q++)
                subtract_row(x + (size_t)p * columns, x + (size_t)q * columns, a[q * stride + p], columns);
            scale_row(x + (size_t)p * columns, a[p * stride + p], columns);
        }
        for (uint32_t i = end; i < n; i++) {
            double scale[PANEL];
            for (uint32_t p = 0; p < PANEL; p++)
                scale[p] = a[(k + p) * stride + i];
            subtract_rows(x + (size_t)i * columns, x + (size_t)k * columns, columns, scale, columns);
        }
    }
}

// U z = y, likewise from the last row up; the odd rows come first here.
static void solve_up(const double* a, size_t stride, uint32_t n, double* x, uint32_t columns)
{
    for (uint32_t end = n; end > 0;) {
        uint32_t k = end < PANEL ? 0 : end - PANEL;
        for (uint32_t p = end; p-- > k;) {
            for (uint32_t q = p + 1; q < end; q++)
                subtract_row(x + (size_t)p * columns, x + (size_t)q * columns, a[p * stride + q], columns);
            scale_row(x + (size_t)p * columns, a[p * stride + p], columns);
        }
        for (uint32_t i = 0; i < k; i++)
            subtract_rows(x + (size_t)i * columns, x + (size_t)k * columns, columns, a + i * stride + k, columns);
        end = k;
    }
}

// One column that lies in one piece: rows of U are read as they are stored.
static void solve_vector(const double* a, size_t stride, uint32_t n, double* x)
{
    for (uint32_t k = 0; k < n; k++) {
        x[k] *= a[k * stride + k];
        subtract_row(x + k + 1, a + k * stride + k + 1, x[k], n - k - 1);
    }
    for (uint32_t i = n; i-- > 0;) {
        const double* row = a + i * stride;
        double even = 0.0, odd = 0.0;
        uint32_t k = i + 1;
        for (; k + 2 <= n; k += 2)
            even += row[k] * x[k], odd += row[k + 1] * x[k + 1];
        if (k < n) even += row[k] * x[k];
        x[i] = (x[i] - even - odd) * row[i];
    }
}

void bl_dense_cholesky_solve(const double* a, size_t stride, uint32_t n, double* x, uint32_t columns)
{
    BELAY_ASSERT(stride >= n && columns > 0);
    if (columns == 1) {
        solve_vector(a, stride, n, x);
        return;
    }
    solve_down(a, stride, n, x, columns);
    solve_up(a, stride, n, x, columns);
}
