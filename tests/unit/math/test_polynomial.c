// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Real roots: polynomials made from known roots, near double roots, degenerate and badly scaled coefficients.

#include "math/polynomial.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>

static uint64_t random_state = 0x2545f4914f6cdd1du;

// Uniform in [-1, 1).
static double random_signed(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-52 - 1.0;
}

// c *= (x - root), raising the degree by one.
static void multiply_root(double* c, int degree, double root)
{
    c[degree + 1] = c[degree];
    for (int k = degree; k > 0; k--)
        c[k] = c[k - 1] - root * c[k];
    c[0] *= -root;
}

static int solve(const double* c, int degree, double* roots)
{
    if (degree == 2) return bl_quadratic_roots(c, roots);
    return degree == 3 ? bl_cubic_roots(c, roots) : bl_quartic_roots(c, roots);
}

// Rounding of p(x) by Horner's scheme: nothing computed in double precision can be closer to zero on purpose.
static double rounding_at(const double* c, int degree, double x)
{
    double sum = 0.0;
    for (int k = degree; k >= 0; k--)
        sum = sum * fabs(x) + fabs(c[k]);
    return sum * DBL_EPSILON;
}

static void check_roots_are_zeros(const double* c, int degree, const double* roots, int count)
{
    for (int i = 0; i < count; i++) {
        cr_assert(isfinite(roots[i]));
        cr_assert(i == 0 || roots[i] > roots[i - 1]);
        cr_assert(fabs(bl_polynomial_value(c, degree, roots[i])) <= 32.0 * rounding_at(c, degree, roots[i]));
    }
}

// Whether some root is within `tolerance` of x, relative.
static bool is_found(double x, const double* roots, int count, double tolerance)
{
    for (int i = 0; i < count; i++)
        if (fabs(roots[i] - x) <= tolerance * fabs(x)) return true;
    return false;
}

Test(polynomial, separated_roots_are_found)
{
    for (int trial = 0; trial < 300000; trial++) {
        int degree = 2 + trial % 3;
        double c[5] = {random_signed()}, expected[4], roots[4];
        for (int k = 0; k < degree; k++) {
            // Magnitudes grow by factors of 2 to 8, from 1e-3 to 1e3 over all trials.
            double step = 2.0 + 3.0 * (1.0 + random_signed());
            expected[k] = k == 0 ? pow(10.0, 3.0 * random_signed()) : fabs(expected[k - 1]) * step;
            if (random_signed() < 0.0) expected[k] = -expected[k];
            multiply_root(c, k, expected[k]);
        }
        int count = solve(c, degree, roots);
        cr_assert_eq(count, degree);
        check_roots_are_zeros(c, degree, roots, count);
        for (int k = 0; k < degree; k++)
            cr_assert(is_found(expected[k], roots, count, 1e-11));
    }
}

// Without knowing the roots: each sign change on a grid must be next to one.
Test(polynomial, every_sign_change_is_a_root)
{
    for (int trial = 0; trial < 20000; trial++) {
        double c[5], roots[4];
        for (int k = 0; k < 5; k++)
            c[k] = random_signed() * pow(10.0, 2.0 * random_signed());
        int count = bl_quartic_roots(c, roots);
        check_roots_are_zeros(c, 4, roots, count);
        for (double x = -8.0; x < 8.0; x += 1.0 / 8.0) {
            bool changes = (bl_polynomial_value(c, 4, x) > 0.0) != (bl_polynomial_value(c, 4, x + 1.0 / 8.0) > 0.0);
            bool found = false;
            for (int i = 0; i < count; i++)
                found = found || (roots[i] >= x - 1e-9 && roots[i] <= x + 1.0 / 8.0 + 1e-9);
            cr_assert(!changes || found);
        }
    }
}

Test(polynomial, double_and_quadruple_roots_are_reported)
{
    double roots[4];
    cr_assert_eq(bl_quadratic_roots((double[3]){1.0, -2.0, 1.0}, roots), 1);
    cr_assert_float_eq(roots[0], 1.0, 1e-15);
    // (x - 1/2)^2 (x - 3)^2
    cr_assert_eq(bl_quartic_roots((double[5]){2.25, -10.5, 15.25, -7.0, 1.0}, roots), 2);
    cr_assert_float_eq(roots[0], 0.5, 1e-12);
    cr_assert_float_eq(roots[1], 3.0, 1e-12);
    // x^4 and (x - 1)^4
    cr_assert_eq(bl_quartic_roots((double[5]){0.0, 0.0, 0.0, 0.0, 2.0}, roots), 1);
    cr_assert(roots[0] == 0.0);
    cr_assert(bl_quartic_roots((double[5]){1.0, -4.0, 6.0, -4.0, 1.0}, roots) >= 1);
    cr_assert_float_eq(roots[0], 1.0, 1e-3);
}

Test(polynomial, random_double_roots_are_reported)
{
    for (int trial = 0; trial < 50000; trial++) {
        double x = 2.0 * random_signed(), y = x + 1.0 + fabs(random_signed()), z = x - 1.0 - fabs(random_signed());
        double c[5] = {1.0}, roots[4];
        multiply_root(c, 0, x), multiply_root(c, 1, x), multiply_root(c, 2, y), multiply_root(c, 3, z);
        int count = bl_quartic_roots(c, roots);
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || fabs(roots[i] - x) <= 1e-6;
        cr_assert(found);
    }
}

Test(polynomial, no_real_roots)
{
    double roots[4];
    cr_assert_eq(bl_quadratic_roots((double[3]){1.0, 0.0, 1.0}, roots), 0);
    cr_assert_eq(bl_quartic_roots((double[5]){1.0, 0.0, 2.0, 0.0, 1.0}, roots), 0);
}

Test(polynomial, degenerate_coefficients)
{
    double roots[4];
    cr_assert_eq(bl_quartic_roots((double[5]){0.0, 0.0, 0.0, 0.0, 0.0}, roots), 0);
    cr_assert_eq(bl_quartic_roots((double[5]){5.0, 0.0, 0.0, 0.0, 0.0}, roots), 0);
    cr_assert_eq(bl_quartic_roots((double[5]){-6.0, 2.0, 0.0, 0.0, 0.0}, roots), 1);
    cr_assert_float_eq(roots[0], 3.0, 1e-15);
    cr_assert_eq(bl_quartic_roots((double[5]){6.0, -5.0, 1.0, 0.0, 0.0}, roots), 2);
    cr_assert_eq(bl_quartic_roots((double[5]){1.0, 1.0, NAN, 1.0, 1.0}, roots), 0);
    cr_assert_eq(bl_cubic_roots((double[4]){1.0, INFINITY, 1.0, 1.0}, roots), 0);
    // A tiny leading coefficient: roots 1, 2 and about -1e18.
    cr_assert_eq(bl_cubic_roots((double[4]){2.0, -3.0, 1.0, 1e-18}, roots), 3);
    cr_assert_float_eq(roots[0] / -1e18, 1.0, 1e-12);
    cr_assert_float_eq(roots[1], 1.0, 1e-12);
    cr_assert_float_eq(roots[2], 2.0, 1e-12);
    cr_assert_eq(bl_cubic_roots((double[4]){0.0, 0.0, -1.0, 1.0}, roots), 2);
    cr_assert(roots[0] == 0.0 && roots[1] == 1.0);
}

Test(polynomial, scaling_by_powers_of_two_changes_nothing)
{
    for (int trial = 0; trial < 2000; trial++) {
        double c[5], d[5], roots[4], scaled[4];
        for (int k = 0; k < 5; k++)
            c[k] = random_signed();
        int exponent = (int)(400.0 * random_signed());
        for (int k = 0; k < 5; k++)
            d[k] = ldexp(c[k], exponent);
        int count = bl_quartic_roots(c, roots);
        cr_assert_eq(bl_quartic_roots(d, scaled), count);
        for (int i = 0; i < count; i++)
            cr_assert(roots[i] == scaled[i]);
    }
}

Test(polynomial, widely_spread_roots)
{
    double c[5] = {1.0}, roots[4], expected[4] = {-1e12, -1e-12, 1e-3, 1e6};
    for (int k = 0; k < 4; k++)
        multiply_root(c, k, expected[k]);
    cr_assert_eq(bl_quartic_roots(c, roots), 4);
    for (int k = 0; k < 4; k++)
        cr_assert(is_found(expected[k], roots, 4, 1e-9));
}
