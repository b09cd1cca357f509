// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "math/semidefinite.h"

#include "math/dense_cholesky.h"
#include "math/math_tolerances.h"

#include <math.h>
#include <string.h>

enum { WORK = 4 };

size_t bl_semidefinite_doubles(uint32_t n)
{
    return (3 * (size_t)n + 1 + WORK) * n;
}

void bl_semidefinite_bind(bl_semidefinite* f, uint32_t n, double* doubles, uint32_t* pivots)
{
    size_t square = (size_t)n * n;
    f->n = n;
    f->rank = 0;
    f->a = doubles;
    f->u = f->a + square;
    f->gram = f->u + square;
    f->scale = f->gram + square;
    f->work = f->scale + n;
    f->pivots = pivots;
}

static double dot(const double* a, const double* b, uint32_t n)
{
    double even = 0.0, odd = 0.0;
    uint32_t i = 0;
    for (; i + 2 <= n; i += 2)
        even += a[i] * b[i], odd += a[i + 1] * b[i + 1];
    if (i < n) even += a[i] * b[i];
    return even + odd;
}

static void subtract(double* restrict x, const double* restrict y, double m, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        x[i] -= m * y[i];
}

static const double* row_of(const double* matrix, uint32_t stride, uint32_t k)
{
    return matrix + (size_t)k * stride;
}

// ---------------------------------------------------------------------------------------------------------------------
// Factoring
// ---------------------------------------------------------------------------------------------------------------------

static void scale_matrix(const bl_semidefinite* f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        double diagonal = f->a[(size_t)i * f->n + i];
        f->scale[i] = diagonal > 0.0 ? 1.0 / sqrt(diagonal) : 0.0;
    }
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t j = 0; j < f->n; j++)
            f->a[(size_t)i * f->n + j] *= f->scale[i] * f->scale[j];
}

static uint32_t largest_of(const double* left, uint32_t n)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (left[i] > left[best]) best = i;
    return best;
}

// Row `rank` of U from row `pivot` of S; left: what is left of the diagonal, 0 for pivots.
static void add_row(bl_semidefinite* f, uint32_t pivot, double* left)
{
    double* row = f->u + (size_t)f->rank * f->n;
    memcpy(row, row_of(f->a, f->n, pivot), f->n * sizeof *row);
    for (uint32_t m = 0; m < f->rank; m++) {
        const double* other = row_of(f->u, f->n, m);
        if (other[pivot] != 0.0) subtract(row, other, other[pivot], f->n);
    }
    for (uint32_t m = 0; m < f->rank; m++)
        row[f->pivots[m]] = 0.0;
    double root = sqrt(left[pivot]);
    for (uint32_t j = 0; j < f->n; j++) {
        row[j] = j == pivot ? root : row[j] / root;
        left[j] -= row[j] * row[j];
    }
    left[pivot] = 0.0;
    f->pivots[f->rank++] = pivot;
}

static void factor_gram(bl_semidefinite* f)
{
    for (uint32_t i = 0; i < f->rank; i++)
        for (uint32_t j = i; j < f->rank; j++)
            f->gram[(size_t)i * f->rank + j] = dot(row_of(f->u, f->n, i), row_of(f->u, f->n, j), f->n);
    f->has_gram = bl_dense_cholesky_factor(f->gram, f->rank, f->rank);
}

void bl_semidefinite_factor(bl_semidefinite* f)
{
    double* left = f->work;
    scale_matrix(f);
    f->rank = 0;
    f->has_gram = false;
    for (uint32_t i = 0; i < f->n; i++)
        left[i] = f->scale[i] > 0.0 ? 1.0 : 0.0;
    while (f->rank < f->n) {
        uint32_t pivot = largest_of(left, f->n);
        if (!(left[pivot] > BL_SEMIDEFINITE_DEPENDENT)) break;
        add_row(f, pivot, left);
    }
    if (f->rank > 0 && f->rank < f->n) factor_gram(f);
}

// ---------------------------------------------------------------------------------------------------------------------
// Solving
// ---------------------------------------------------------------------------------------------------------------------

// U^T y = b over the pivots; b is used up.
static void solve_down(const bl_semidefinite* f, double* b, double* y)
{
    for (uint32_t k = 0; k < f->rank; k++) {
        const double* row = row_of(f->u, f->n, k);
        y[k] = b[f->pivots[k]] / row[f->pivots[k]];
        if (y[k] != 0.0) subtract(b, row, y[k], f->n);
    }
}

// x with S x = b in the rows of the pivots, and zeros elsewhere; b is used up.
static void solve_pivots(const bl_semidefinite* f, double* b, double* x)
{
    double* y = f->work + 3 * (size_t)f->n;
    solve_down(f, b, y);
    memset(x, 0, f->n * sizeof *x);
    for (uint32_t k = f->rank; k-- > 0;) {
        const double* row = row_of(f->u, f->n, k);
        x[f->pivots[k]] = (y[k] - dot(row, x, f->n)) / row[f->pivots[k]];
    }
}

// x = S^+ b = U^T (U U^T)^-2 U b
static void solve_least(const bl_semidefinite* f, const double* b, double* x)
{
    double* y = f->work + 3 * (size_t)f->n;
    for (uint32_t k = 0; k < f->rank; k++)
        y[k] = dot(row_of(f->u, f->n, k), b, f->n);
    bl_dense_cholesky_solve(f->gram, f->rank, f->rank, y, 1);
    bl_dense_cholesky_solve(f->gram, f->rank, f->rank, y, 1);
    memset(x, 0, f->n * sizeof *x);
    for (uint32_t k = 0; k < f->rank; k++)
        subtract(x, row_of(f->u, f->n, k), -y[k], f->n);
}

// What is lost by the square of U U^T, refining gets back.
void bl_semidefinite_solve(const bl_semidefinite* f, const double* b, double* x)
{
    double *left = f->work, *right = f->work + f->n, *step = f->work + 2 * (size_t)f->n;
    memset(x, 0, f->n * sizeof *x);
    if (f->rank == 0) return;
    for (uint32_t i = 0; i < f->n; i++)
        right[i] = f->scale[i] * b[i];
    for (int k = 0; k < BL_SEMIDEFINITE_REFINEMENTS + 1; k++) {
        for (uint32_t i = 0; i < f->n; i++)
            left[i] = right[i] - dot(row_of(f->a, f->n, i), x, f->n);
        if (f->has_gram)
            solve_least(f, left, step);
        else
            solve_pivots(f, left, step);
        subtract(x, step, -1.0, f->n);
    }
    for (uint32_t i = 0; i < f->n; i++)
        x[i] *= f->scale[i];
}

void bl_semidefinite_half(const bl_semidefinite* f, const double* b, double* half)
{
    double* right = f->work;
    for (uint32_t i = 0; i < f->n; i++)
        right[i] = f->scale[i] * b[i];
    solve_down(f, right, half);
}
