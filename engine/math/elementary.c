// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/elementary.h"

#include "math/math_tolerances.h"

#include <stdbool.h>
#include <stdint.h>

// ---------------------------------------------------------------------------------------------------------------------
// Sine and cosine
// ---------------------------------------------------------------------------------------------------------------------

#define TWO_PI 6.283185307179586
#define QUARTERS_PER_RADIAN 0.6366197723675814 // 2 / pi

// pi/2 in three parts. The first two have 33 bits, so that they times a number of up to 20 bits are exact.
#define QUARTER_1 1.5707963267341256
#define QUARTER_2 6.077100506303966e-11
#define QUARTER_3 2.0222662487959506e-21

static int32_t nearest(double x)
{
    return (int32_t)(x < 0.0 ? x - 0.5 : x + 0.5);
}

// An angle as quarters of a turn and a rest, which is high + low, within pi/4 (a little more by rounding).
typedef struct reduced {
    int32_t quarters;
    double high, low;
} reduced;

static reduced reduce(double x)
{
    int32_t k = nearest(x * QUARTERS_PER_RADIAN);
    double first = x - k * QUARTER_1, second = k * QUARTER_2; // both exact
    double rest = first - second, back = first - rest;
    double low = ((first - (rest + back)) + (back - second)) - k * QUARTER_3;
    reduced r = {k, rest + low, 0.0};
    r.low = (rest - r.high) + low;
    return r;
}

void belay_sin_cos(double x, double* sine, double* cosine)
{
    // The remainder is exact. 2 pi as a double is wrong by 4e-17 of it, and so is then x.
    if (!(fabs(x) <= BL_MAX_EXACT_ANGLE)) x = isfinite(x) ? remainder(x, TWO_PI) : NAN;
    if (!(fabs(x) > BL_NEGLIGIBLE_ANGLE)) {
        *sine = x;
        *cosine = isnan(x) ? x : 1.0;
        return;
    }
    reduced r = reduce(x);
    // sin(h + l) = sin h + l cos h, cos(h + l) = cos h - l sin h. The second is summed from its large terms on, with
    // the rounding of 1 - z/2 put back.
    double z = r.high * r.high, half = 0.5 * z, c = 1.0 - half;
    double s = r.high + (r.high * belay_sine_series(z) + r.low * c);
    c += ((1.0 - c) - half) + (belay_cosine_series(z) - r.high * r.low);
    uint32_t quarter = (uint32_t)r.quarters & 3;
    double sign = quarter >= 2 ? -1.0 : 1.0;
    *sine = sign * (quarter & 1 ? c : s);
    *cosine = sign * (quarter & 1 ? -s : c);
}

// ---------------------------------------------------------------------------------------------------------------------
// Arc tangent
// ---------------------------------------------------------------------------------------------------------------------

#define HALF_PI_HIGH 1.5707963267948966
#define HALF_PI_LOW 6.123233995736766e-17

// atan(u) for |u| <= 1/4: what is left out is below 1e-17 of it.
static double atan_series(double u)
{
    const double c3 = -1.0 / 3.0, c5 = 1.0 / 5.0, c7 = -1.0 / 7.0, c9 = 1.0 / 9.0, c11 = -1.0 / 11.0, c13 = 1.0 / 13.0,
                 c15 = -1.0 / 15.0, c17 = 1.0 / 17.0, c19 = -1.0 / 19.0, c21 = 1.0 / 21.0, c23 = -1.0 / 23.0,
                 c25 = 1.0 / 25.0;
    double z = u * u;
    double high = c15 + z * (c17 + z * (c19 + z * (c21 + z * (c23 + z * c25))));
    return u * z * (c3 + z * (c5 + z * (c7 + z * (c9 + z * (c11 + z * (c13 + z * high))))));
}

// The angle of (x, y) as base + rest with 0 <= y <= x: that of a line with the slope 0, 1/2 or 1 nearby, and what is
// between them,  atan(y/x) = atan(c) + atan((y - c x) / (x + c y)).  Here y - c x is exact.
typedef struct angle {
    double base, rest;
} angle;

static angle lower_octant(double y, double x)
{
    angle a;
    double low = 0.0, u;
    if (y <= 0.25 * x) {
        a.base = 0.0;
        u = x > 0.0 ? y / x : 0.0;
    } else if (y < 0.75 * x) {
        a.base = 0.4636476090008061; // atan(1/2)
        low = 2.2698777452961687e-17;
        u = (y - 0.5 * x) / (x + 0.5 * y);
    } else {
        a.base = 0.5 * HALF_PI_HIGH;
        low = 0.5 * HALF_PI_LOW;
        u = (y - x) / (x + y);
    }
    a.rest = u + (atan_series(u) + low);
    return a;
}

// whole - a, where whole = high + low.
static angle subtract_from(double high, double low, angle a)
{
    double base = high - a.base;
    angle r = {base, (((high - base) - a.base) + low) - a.rest};
    return r;
}

// Scaled to where neither sums nor quotients of the two leave the range of numbers.
static void bring_into_range(double* x, double* y)
{
    double larger = fmax(*x, *y);
    double scale = larger > 1e300 ? 0x1p-100 : larger < 1e-200 ? 0x1p+200 : 1.0;
    *x *= scale;
    *y *= scale;
}

double belay_atan2(double y, double x)
{
    if (!isfinite(x) || !isfinite(y)) return NAN;
    double along = fabs(x), across = fabs(y);
    bring_into_range(&along, &across);
    bool is_steep = across > along;
    angle a = is_steep ? lower_octant(along, across) : lower_octant(across, along);
    if (is_steep) a = subtract_from(HALF_PI_HIGH, HALF_PI_LOW, a);
    if (signbit(x)) a = subtract_from(2.0 * HALF_PI_HIGH, 2.0 * HALF_PI_LOW, a);
    return copysign(a.base + a.rest, y);
}

// ---------------------------------------------------------------------------------------------------------------------
// Exponential
// ---------------------------------------------------------------------------------------------------------------------

// ln 2 in two parts. The first has 33 bits, so that it times a whole exponent is exact.
#define LN2_1 0.6931471804855391
#define LN2_2 7.440617110012397e-11
#define PER_LN2 1.4426950408889634

// (e^r - 1 - r - r^2/2) / r^3 for |r| <= ln(2) / 2: what is left out is below 2e-17 of e^r - 1.
static double exponential_series(double r)
{
    const double c3 = 1.0 / 6.0, c4 = 1.0 / 24.0, c5 = 1.0 / 120.0, c6 = 1.0 / 720.0, c7 = 1.0 / 5040.0,
                 c8 = 1.0 / 40320.0, c9 = 1.0 / 362880.0, c10 = 1.0 / 3628800.0, c11 = 1.0 / 39916800.0,
                 c12 = 1.0 / 479001600.0, c13 = 1.0 / 6227020800.0;
    double high = c9 + r * (c10 + r * (c11 + r * (c12 + r * c13)));
    return c3 + r * (c4 + r * (c5 + r * (c6 + r * (c7 + r * (c8 + r * high)))));
}

// e^x - 1 = 2^k (e^r - 1) + (2^k - 1) with x = k ln 2 + r.
double belay_expm1(double x)
{
    if (isnan(x)) return x;
    if (x > 710.0) return HUGE_VAL;
    if (x < -40.0) return -1.0;
    int32_t k = nearest(x * PER_LN2);
    double first = x - k * LN2_1, second = k * LN2_2; // the first exact
    double r = first - second, low = (first - r) - second;
    double e = r + (0.5 * r * r + (r * r * r * exponential_series(r) + low));
    if (k == 0) return e;
    if (k > 1000) return ldexp(1.0 + e, k); // 2^k alone may be too large
    double scale = ldexp(1.0, k);
    return scale * e + (scale - 1.0);
}
