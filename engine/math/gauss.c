// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "math/gauss.h"

#include "core/assert.h"

#include <math.h>
#include <string.h>

#define PANEL 4 // numbers that are gone through at once, from multiples of it on

static void exchange(double* restrict x, double* restrict y, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        double swap = x[i];
        x[i] = y[i];
        y[i] = swap;
    }
}

// x -= m y
static void subtract(double* restrict x, const double* restrict y, double m, uint32_t count)
{
    uint32_t c = 0;
    for (; c + PANEL <= count; c += PANEL) {
        x[c] -= m * y[c];
        x[c + 1] -= m * y[c + 1];
        x[c + 2] -= m * y[c + 2];
        x[c + 3] -= m * y[c + 3];
    }
    for (; c < count; c++)
        x[c] -= m * y[c];
}

static uint32_t largest_row(const double* a, size_t stride, uint32_t n, uint32_t k)
{
    uint32_t best = k;
    for (uint32_t i = k + 1; i < n; i++)
        if (fabs(a[i * stride + k]) > fabs(a[best * stride + k])) best = i;
    return best;
}

// U x = x, from the last row up.
static void substitute(const double* a, size_t stride, uint32_t n, double* x, uint32_t columns)
{
    for (uint32_t i = n; i-- > 0;) {
        double* own = x + (size_t)i * columns;
        for (uint32_t k = i + 1; k < n; k++)
            for (uint32_t c = 0; c < columns; c++)
                own[c] -= a[i * stride + k] * x[(size_t)k * columns + c];
        for (uint32_t c = 0; c < columns; c++)
            own[c] /= a[i * stride + i];
    }
}

bool bl_gauss_solve(double* a, size_t stride, uint32_t n, double* x, uint32_t columns)
{
    BELAY_ASSERT(stride >= n);
    for (uint32_t k = 0; k < n; k++) {
        double *top = a + k * stride, *right = x + (size_t)k * columns;
        uint32_t pivot = largest_row(a, stride, n, k), first = k / PANEL * PANEL;
        if (!(fabs(a[pivot * stride + k]) > 0.0)) return false;
        if (pivot != k) {
            exchange(top, a + pivot * stride, n);
            exchange(right, x + (size_t)pivot * columns, columns);
        }
        for (uint32_t i = k + 1; i < n; i++) {
            double* row = a + i * stride;
            double m = row[k] / top[k];
            if (m == 0.0) continue;
            subtract(row + first, top + first, m, n - first);
            subtract(x + (size_t)i * columns, right, m, columns);
        }
    }
    substitute(a, stride, n, x, columns);
    return true;
}

// By Gauss and Jordan.
bool bl_gauss_solve_three(double a[9], double* x, int columns)
{
    for (int k = 0; k < 3; k++) {
        int pivot = k;
        for (int i = k + 1; i < 3; i++)
            if (fabs(a[3 * i + k]) > fabs(a[3 * pivot + k])) pivot = i;
        if (!(fabs(a[3 * pivot + k]) > 0.0)) return false;
        if (pivot != k) {
            exchange(a + 3 * k, a + 3 * pivot, 3);
            exchange(x + columns * k, x + columns * pivot, (uint32_t)columns);
        }
        for (int i = 0; i < 3; i++) {
            if (i == k) continue;
            double factor = a[3 * i + k] / a[3 * k + k];
            for (int c = k + 1; c < 3; c++)
                a[3 * i + c] -= factor * a[3 * k + c];
            for (int c = 0; c < columns; c++)
                x[columns * i + c] -= factor * x[columns * k + c];
        }
    }
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < columns; c++)
            x[columns * i + c] /= a[4 * i];
    return true;
}

bool bl_gauss_invert_definite(const double* w, uint32_t n, double dependent, double* inverse)
{
    double* a = inverse;
    memcpy(a, w, n * (size_t)n * sizeof *a);
    for (uint32_t k = 0; k < n; k++) {
        double pivot = a[k * n + k];
        if (!(pivot > dependent * w[k * n + k])) return false;
        a[k * n + k] = 1.0;
        for (uint32_t j = 0; j < n; j++)
            a[k * n + j] /= pivot;
        for (uint32_t i = 0; i < n; i++) {
            if (i == k) continue;
            double factor = a[i * n + k];
            a[i * n + k] = 0.0;
            for (uint32_t j = 0; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
    }
    return true;
}
