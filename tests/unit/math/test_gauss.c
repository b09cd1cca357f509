// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Elimination with row pivoting: solutions by their own equation, with the backward error that pivoting promises, and
// matrices that have no inverse.

#include "math/gauss.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define MOST 40
#define COLUMNS 6

// Beyond the rows stands NaN, which nobody is to read.
static void make_system(double* a, size_t stride, uint32_t n, double* x, uint32_t columns, uint64_t* seed)
{
    for (size_t i = 0; i < n * stride; i++)
        a[i] = NAN;
    for (uint32_t i = 0; i < n; i++) {
        double scale = pow(10.0, chance_between(seed, -6.0, 6.0)); // of the row: pivots have to be sought
        for (uint32_t k = 0; k < n; k++)
            a[i * stride + k] = scale * (i == k ? 0.0 : chance_signed(seed));
        for (uint32_t c = 0; c < columns; c++)
            x[i * columns + c] = scale * chance_signed(seed);
    }
    if (n == 1) a[0] = 2.0;
}

// |b - a x| over |a| |x| + |b|, largest numbers.
static double backward_error(const double* a, size_t stride, uint32_t n, const double* b, const double* x,
                             uint32_t columns, uint32_t c)
{
    double off = 0.0, size_a = 0.0, size_b = 0.0, size_x = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        double left = b[i * columns + c], row = 0.0;
        for (uint32_t k = 0; k < n; k++) {
            left -= a[i * stride + k] * x[k * columns + c];
            row += fabs(a[i * stride + k]);
        }
        off = fmax(off, fabs(left));
        size_a = fmax(size_a, row);
        size_b = fmax(size_b, fabs(b[i * columns + c]));
        size_x = fmax(size_x, fabs(x[i * columns + c]));
    }
    return off / (size_a * size_x + size_b);
}

Test(gauss, solves_with_any_number_of_columns)
{
    static double a[MOST * (MOST + 3)], was[MOST * (MOST + 3)], x[MOST * COLUMNS], b[MOST * COLUMNS];
    uint64_t seed = 1;
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t n = 1 + round % MOST, columns = 1 + round % COLUMNS;
        size_t stride = n + round % 4;
        make_system(a, stride, n, x, columns, &seed);
        memcpy(was, a, sizeof was);
        memcpy(b, x, sizeof b);
        cr_assert(bl_gauss_solve(a, stride, n, x, columns), "round %u", round);
        for (uint32_t c = 0; c < columns; c++) {
            double error = backward_error(was, stride, n, b, x, columns, c);
            cr_assert_leq(error, 4.0 * n * DBL_EPSILON, "%u rows, column %u: %g", n, c, error);
        }
    }
}

// A column's solution does not depend on the others.
Test(gauss, columns_are_solved_alone)
{
    double a[25], b[25], many[15], one[5];
    uint64_t seed = 2;
    make_system(a, 5, 5, many, 3, &seed);
    memcpy(b, a, sizeof b);
    for (int i = 0; i < 5; i++)
        one[i] = many[3 * i + 1];
    cr_assert(bl_gauss_solve(a, 5, 5, many, 3) && bl_gauss_solve(b, 5, 5, one, 1));
    for (int i = 0; i < 5; i++)
        cr_assert_eq(one[i], many[3 * i + 1]);
}

Test(gauss, tells_a_matrix_without_inverse)
{
    double zero[9] = {0.0}, x[3] = {1.0, 2.0, 3.0};
    cr_assert_not(bl_gauss_solve(zero, 3, 3, x, 1));
    double equal_rows[4] = {1.0, 2.0, 1.0, 2.0};
    cr_assert_not(bl_gauss_solve(equal_rows, 2, 2, x, 1));
    double bad[4] = {NAN, 1.0, 1.0, 1.0};
    cr_assert_not(bl_gauss_solve(bad, 2, 2, x, 1));
    cr_assert(bl_gauss_solve(NULL, 0, 0, NULL, 1));
}

// Of three rows: solutions as good as those of any number, where rows are measured alike.
Test(gauss, solves_three_rows)
{
    double a[9], was[9], x[3 * COLUMNS], b[3 * COLUMNS];
    uint64_t seed = 3;
    for (int round = 0; round < 500; round++) {
        int columns = 1 + round % COLUMNS;
        for (int i = 0; i < 9; i++)
            a[i] = was[i] = i == 4 * (round % 3) ? 0.0 : chance_signed(&seed);
        for (int i = 0; i < 3 * columns; i++)
            x[i] = b[i] = chance_signed(&seed);
        cr_assert(bl_gauss_solve_three(a, x, columns), "round %d", round);
        for (int c = 0; c < columns; c++) {
            double error = backward_error(was, 3, 3, b, x, (uint32_t)columns, (uint32_t)c);
            cr_assert_leq(error, 12.0 * DBL_EPSILON, "round %d, column %d: %g", round, c, error);
        }
    }
}

Test(gauss, tells_three_rows_without_inverse)
{
    double zero[9] = {0.0}, x[3] = {1.0, 2.0, 3.0};
    cr_assert_not(bl_gauss_solve_three(zero, x, 1));
    double twice[9] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 1.0, 2.0, 3.0};
    cr_assert_not(bl_gauss_solve_three(twice, x, 1));
    double bad[9] = {NAN, 1.0, 1.0, NAN, 2.0, 1.0, NAN, 1.0, 2.0};
    cr_assert_not(bl_gauss_solve_three(bad, x, 1));
}

// B B^T + d: symmetric positive definite, of a condition up to some 1e6.
static void make_definite(double* w, uint32_t n, uint64_t* seed)
{
    double b[36], d = pow(10.0, chance_between(seed, -6.0, 0.0));
    for (uint32_t i = 0; i < n * n; i++)
        b[i] = chance_signed(seed);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            w[i * n + j] = i == j ? d : 0.0;
            for (uint32_t k = 0; k < n; k++)
                w[i * n + j] += b[i * n + k] * b[j * n + k];
        }
}

static double largest_of(const double* a, uint32_t count)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(a[i]));
    return largest;
}

Test(gauss, inverts_definite_matrices)
{
    double w[36], inverse[36];
    uint64_t seed = 3;
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t n = 1 + round % 6;
        make_definite(w, n, &seed);
        cr_assert(bl_gauss_invert_definite(w, n, 1e-12, inverse));
        double condition = n * largest_of(w, n * n) * n * largest_of(inverse, n * n);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                double sum = i == j ? -1.0 : 0.0;
                for (uint32_t k = 0; k < n; k++)
                    sum += w[i * n + k] * inverse[k * n + j];
                cr_assert_leq(fabs(sum), 4.0 * n * condition * DBL_EPSILON, "n %u: %g, condition %g", n, sum,
                              condition);
            }
    }
}

Test(gauss, refuses_to_invert_rows_that_depend_on_one_another)
{
    double inverse[9];
    const double twice[9] = {1.0, 2.0, 0.0, 2.0, 4.0, 0.0, 0.0, 0.0, 1.0};
    const double nearly[9] = {1.0, 2.0, 0.0, 2.0, 4.0 + 1e-13, 0.0, 0.0, 0.0, 1.0};
    const double apart[9] = {1.0, 2.0, 0.0, 2.0, 4.0 + 1e-10, 0.0, 0.0, 0.0, 1.0};
    cr_expect_not(bl_gauss_invert_definite(twice, 3, 1e-12, inverse));
    cr_expect_not(bl_gauss_invert_definite(nearly, 3, 1e-12, inverse));
    cr_expect(bl_gauss_invert_definite(apart, 3, 1e-12, inverse));
}
