// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Dense factors against the matrices that they were made of.

#include "math/dense_cholesky.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define MOST 23
#define COLUMNS 7

static uint64_t random_state = 0x9e3779b97f4a7c15u;

// B B^T + 1/10, rows `stride` apart; what is below the diagonal and beyond the row is NaN.
static void make_matrix(double* a, size_t stride, uint32_t n)
{
    double b[MOST * MOST];
    for (uint32_t i = 0; i < n * n; i++)
        b[i] = chance_signed(&random_state);
    for (uint32_t i = 0; i < n * stride; i++)
        a[i] = NAN;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i; k < n; k++) {
            a[i * stride + k] = i == k ? 0.1 : 0.0;
            for (uint32_t j = 0; j < n; j++)
                a[i * stride + k] += b[i * n + j] * b[k * n + j];
        }
}

static double entry(const double* a, size_t stride, uint32_t i, uint32_t k)
{
    return i < k ? a[i * stride + k] : a[k * stride + i];
}

Test(dense_cholesky, solves_give_the_right_hand_sides_back)
{
    for (uint32_t n = 1; n <= MOST; n++)
        for (uint32_t columns = 1; columns <= COLUMNS; columns += 2) {
            size_t stride = n + 2;
            double a[MOST * (MOST + 2)], factor[MOST * (MOST + 2)], b[MOST * COLUMNS], x[MOST * COLUMNS];
            make_matrix(a, stride, n);
            memcpy(factor, a, sizeof a);
            for (uint32_t i = 0; i < n * columns; i++)
                x[i] = b[i] = chance_signed(&random_state);
            cr_assert(bl_dense_cholesky_factor(factor, stride, n));
            bl_dense_cholesky_solve(factor, stride, n, x, columns);
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t c = 0; c < columns; c++) {
                    double sum = 0.0;
                    for (uint32_t k = 0; k < n; k++)
                        sum += entry(a, stride, i, k) * x[k * columns + c];
                    cr_assert(fabs(sum - b[i * columns + c]) < 1e-11, "%u %u", n, columns);
                }
        }
}

// The part of the factor from k on solves for right-hand sides that are zero before, where results before k do not
// matter.
Test(dense_cholesky, trailing_factors_solve_trailing_right_hand_sides)
{
    enum { n = 11, k = 4 };
    double a[n * n], whole[n] = {0.0}, part[n - k];
    make_matrix(a, n, n);
    cr_assert(bl_dense_cholesky_factor(a, n, n));
    for (int i = k; i < n; i++)
        whole[i] = part[i - k] = chance_signed(&random_state);
    bl_dense_cholesky_solve(a, n, n, whole, 1);
    bl_dense_cholesky_solve(a + k * (n + 1), n, n - k, part, 1);
    for (int i = k; i < n; i++)
        cr_assert(fabs(whole[i] - part[i - k]) < 1e-12);
}

Test(dense_cholesky, indefinite_matrices_are_refused)
{
    for (uint32_t bad = 0; bad < 9; bad++) {
        double a[81], b[81];
        make_matrix(a, 9, 9);
        memcpy(b, a, sizeof a);
        b[bad * 10] = -1e-3;
        cr_assert_not(bl_dense_cholesky_factor(b, 9, 9));
        memcpy(b, a, sizeof a);
        b[bad * 10] = NAN;
        cr_assert_not(bl_dense_cholesky_factor(b, 9, 9));
    }
}
