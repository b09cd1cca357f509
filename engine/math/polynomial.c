// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// All real roots by isolation instead of by radicals: Ferrari's and Cardano's formulae lose half of the digits near
// double roots, which is where a contact changes its state. Between two neighbouring roots of p' the polynomial p is
// monotone, so it has at most one root there, and a bracketed Newton iteration finds it to the last bit. The roots of
// p' come from the same procedure one degree lower. Working on [-1, 1] with p, and with the reversed polynomial x^n
// p(1/x) for the roots outside, keeps every power of x bounded: no estimate of the largest root is needed, and a
// vanishing leading coefficient is only a root 1/x = 0.

#include "math/polynomial.h"

#include "math/math_tolerances.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { MAX_DEGREE = 4 };

double bl_polynomial_value(const double* c, int degree, double x)
{
    double p = c[degree];
    for (int k = degree - 1; k >= 0; k--)
        p = p * x + c[k];
    return p;
}

// -1, 0 or 1. Zero means |p| is within the rounding of Horner's scheme, whose error is below 2 n eps sum |c_k x^k|.
static int sign_at(const double* c, int degree, double x)
{
    double p = c[degree], bound = fabs(c[degree]);
    for (int k = degree - 1; k >= 0; k--) {
        p = p * x + c[k];
        bound = bound * fabs(x) + fabs(c[k]);
    }
    if (fabs(p) <= 2.0 * degree * DBL_EPSILON * bound) return 0;
    return p > 0.0 ? 1 : -1;
}

static void differentiate(const double* c, int degree, double* d)
{
    for (int k = 1; k <= degree; k++)
        d[k - 1] = k * c[k];
}

// The root of p in [a, b], where p is monotone and changes sign, sign_a being its sign at a. Newton, or bisection when
// Newton leaves the bracket or fails to halve it in two steps.
static double bracketed_root(const double* c, int degree, double a, double b, int sign_a)
{
    double d[MAX_DEGREE];
    differentiate(c, degree, d);
    double x = 0.5 * (a + b), width = b - a;
    for (int i = 0; i < BL_ROOT_MAX_ITERATIONS; i++) {
        double p = bl_polynomial_value(c, degree, x);
        if (p == 0.0) return x;
        if ((p > 0.0) == (sign_a > 0))
            a = x;
        else
            b = x;
        double next = x - p / bl_polynomial_value(d, degree - 1, x);
        bool is_slow = i % 2 == 1 && b - a > 0.5 * width;
        if (i % 2 == 1) width = b - a;
        if (!(next > a && next < b) || is_slow) {
            // A last Newton step that rounds on to the end of the bracket is convergence.
            if (fabs(next - x) <= DBL_EPSILON * fabs(x)) return next;
            next = 0.5 * (a + b);
        }
        if (next == x || !(next > a && next < b)) return next;
        x = next;
    }
    return x;
}

static int append(double* roots, int count, double x)
{
    roots[count] = x;
    return count + 1;
}

// All roots in [-1, 1], ascending.
static int roots_in_unit_interval(const double* c, int degree, double* roots)
{
    while (degree > 0 && c[degree] == 0.0)
        degree--;
    if (degree == 0) return 0;
    double knots[MAX_DEGREE + 1] = {-1.0}, d[MAX_DEGREE];
    int knot_count = 1, count = 0;
    if (degree > 1) {
        differentiate(c, degree, d);
        knot_count += roots_in_unit_interval(d, degree - 1, knots + 1);
    }
    knot_count = append(knots, knot_count, 1.0);
    int sign_a = sign_at(c, degree, knots[0]);
    if (sign_a == 0) count = append(roots, count, knots[0]);
    for (int i = 1; i < knot_count && count < degree; i++) {
        int sign_b = sign_at(c, degree, knots[i]);
        if (sign_b == 0)
            count = append(roots, count, knots[i]);
        else if (sign_a * sign_b < 0)
            count = append(roots, count, bracketed_root(c, degree, knots[i - 1], knots[i], sign_a));
        sign_a = sign_b;
    }
    return count;
}

// Sorts, and merges what the two searches found twice near |x| = 1 or on both sides of a touching point.
static int sort_and_merge(double* roots, int count)
{
    for (int i = 1; i < count; i++) {
        double x = roots[i];
        int j = i;
        for (; j > 0 && roots[j - 1] > x; j--)
            roots[j] = roots[j - 1];
        roots[j] = x;
    }
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || roots[i] - roots[kept - 1] > BL_ROOT_SAME * fabs(roots[i])) roots[kept++] = roots[i];
    return kept;
}

// Scales the coefficients by a power of two to a largest of about one. False when there is nothing to solve.
static bool normalize(const double* c, int degree, double* scaled)
{
    double largest = 0.0;
    for (int k = 0; k <= degree; k++) {
        if (!isfinite(c[k])) return false;
        largest = fmax(largest, fabs(c[k]));
    }
    if (largest == 0.0) return false;
    int exponent;
    (void)frexp(largest, &exponent);
    for (int k = 0; k <= degree; k++)
        scaled[k] = ldexp(c[k], -exponent);
    return true;
}

static int real_roots(const double* c, int degree, double* roots)
{
    double p[MAX_DEGREE + 1], reversed[MAX_DEGREE + 1], found[2 * MAX_DEGREE];
    if (!normalize(c, degree, p)) return 0;
    while (p[degree] == 0.0)
        degree--;
    for (int k = 0; k <= degree; k++)
        reversed[k] = p[degree - k];
    int count = roots_in_unit_interval(p, degree, found);
    double inverses[MAX_DEGREE];
    int outside = roots_in_unit_interval(reversed, degree, inverses);
    for (int i = 0; i < outside; i++)
        if (isfinite(1.0 / inverses[i])) count = append(found, count, 1.0 / inverses[i]);
    count = sort_and_merge(found, count);
    if (count > degree) count = degree;
    for (int i = 0; i < count; i++)
        roots[i] = found[i];
    return count;
}

int bl_quadratic_roots(const double c[3], double roots[2])
{
    return real_roots(c, 2, roots);
}

int bl_cubic_roots(const double c[4], double roots[3])
{
    return real_roots(c, 3, roots);
}

int bl_quartic_roots(const double c[5], double roots[4])
{
    return real_roots(c, 4, roots);
}
