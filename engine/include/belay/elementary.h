// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sine, cosine, arc tangent and exponential whose bits are the same everywhere: made of + - * / and square roots alone,
// which IEEE 754 rounds in one way, while C libraries round theirs in their own. Errors, in units of the last place of
// the result, are measured against long double in tests/unit/math/test_elementary.c. Angles in rad. Any thread.

#ifndef BELAY_ELEMENTARY_H
#define BELAY_ELEMENTARY_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

// Up to where in z = x^2 the two series are good: for |x| <= pi/4 what they leave out is below 2e-19 and 3e-18.
#define BELAY_SERIES_MAX 0.6168502750680849 // (pi/4)^2

// sin(x) / x - 1, with z = x^2.
static inline double belay_sine_series(double z)
{
    const double c3 = -1.0 / 6.0, c5 = 1.0 / 120.0, c7 = -1.0 / 5040.0, c9 = 1.0 / 362880.0, c11 = -1.0 / 39916800.0,
                 c13 = 1.0 / 6227020800.0, c15 = -1.0 / 1307674368000.0, c17 = 1.0 / 355687428096000.0;
    return z * (c3 + z * (c5 + z * (c7 + z * (c9 + z * (c11 + z * (c13 + z * (c15 + z * c17)))))));
}

// cos(x) - 1 + x^2/2, with z = x^2.
static inline double belay_cosine_series(double z)
{
    const double c4 = 1.0 / 24.0, c6 = -1.0 / 720.0, c8 = 1.0 / 40320.0, c10 = -1.0 / 3628800.0,
                 c12 = 1.0 / 479001600.0, c14 = -1.0 / 87178291200.0, c16 = 1.0 / 20922789888000.0;
    return z * z * (c4 + z * (c6 + z * (c8 + z * (c10 + z * (c12 + z * (c14 + z * c16))))));
}

// Both at once. Within 1 unit up to |x| = 5e5; beyond, x is taken to be wrong by up to half a unit of its own last
// place. NaN for what is not finite.
void belay_sin_cos(double x, double* sine, double* cosine);

// Sine; as belay_sin_cos.
static inline double belay_sin(double x)
{
    double s, c;
    belay_sin_cos(x, &s, &c);
    return s;
}

// Cosine; as belay_sin_cos.
static inline double belay_cos(double x)
{
    double s, c;
    belay_sin_cos(x, &s, &c);
    return c;
}

// Tangent; as belay_sin_cos.
static inline double belay_tan(double x)
{
    double s, c;
    belay_sin_cos(x, &s, &c);
    return s / c;
}

// The angle of (x, y), in [-pi, pi]; as that of C for zeros, NaN for what is not finite. Within 2 units.
double belay_atan2(double y, double x);

// Arc cosine, in [0, pi]; NaN outside [-1, 1].
static inline double belay_acos(double x)
{
    return belay_atan2(sqrt((1.0 - x) * (1.0 + x)), x);
}

// e^x - 1. Within 2 units.
double belay_expm1(double x);

// Hyperbolic tangent.
static inline double belay_tanh(double x)
{
    double e = belay_expm1(-2.0 * fabs(x));
    return copysign(e / (2.0 + e), x);
}

#ifdef __cplusplus
}
#endif

#endif
