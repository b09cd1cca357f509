// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The Stumpff functions against their series in long double.

#include "math/stumpff.h"

#include <criterion/criterion.h>
#include <math.h>

static long double series(int n, long double t)
{
    long double term = 1.0L, sum;
    for (int k = 1; k <= n; k++)
        term /= k;
    sum = term;
    for (int k = 0; k < 60; k++) {
        term *= -t / ((long double)(n + 2 * k + 1) * (n + 2 * k + 2));
        sum += term;
    }
    return sum;
}

static void check(double t, double tolerance)
{
    double c[8];
    bl_stumpff(t, c);
    double factorial = 1.0;
    for (int n = 0; n < 8; n++) {
        factorial *= n > 1 ? n : 1;
        double error = fabs((double)(c[n] - series(n, t)));
        cr_assert(error < tolerance / factorial, "c%d(%.17g) is off by %g", n, t, error * factorial);
    }
}

// In units of the values at zero, on both sides of every change of method, and up to two turns.
Test(stumpff, values_are_those_of_the_series)
{
    const double edges[] = {0.0, 1e-300, 1e-12, 0.01, 1.0, 10.0};
    for (int i = 0; i < 6; i++) {
        check(edges[i], 4e-15);
        check(nextafter(edges[i], 100.0), 4e-15);
        check(nextafter(edges[i], -1.0) < 0.0 ? 0.0 : nextafter(edges[i], -1.0), 4e-15);
    }
    for (int i = 1; i < 2000; i++)
        check(i * 0.08, 4e-15);
}
