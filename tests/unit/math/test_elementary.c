// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sine, cosine, arc tangent and exponential against those of long double, in units of the result's last place.

#include "belay/elementary.h"
#include "belay/hash.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdint.h>

#define PI 3.14159265358979323846
#define SAMPLES 200000

// Of either sign, from 1 down to 2^-octaves.
static double scattered(uint64_t* state, int octaves)
{
    int exponent = -(int)(octaves * chance_next(state));
    return ldexp(2.0 * chance_next(state) - 1.0, exponent);
}

// The distance of two numbers over the distance of doubles at the right one.
static double units_off(double value, long double right)
{
    int exponent;
    frexpl(right, &exponent);
    double unit = ldexp(1.0, exponent - 53);
    if (unit < DBL_MIN * DBL_EPSILON) unit = DBL_MIN * DBL_EPSILON;
    return right == (long double)value ? 0.0 : (double)fabsl(value - right) / unit;
}

static bool is_long_double_better(void)
{
    return LDBL_MANT_DIG > 60;
}

typedef struct worst {
    double units, at;
} worst;

static void watch(worst* w, double units, double at)
{
    if (!(units <= w->units)) *w = (worst){units, at};
}

static void check(const char* what, worst w, double limit)
{
    cr_log_info("%s: off by up to %.3f units, at %.17g", what, w.units, w.at);
    cr_expect_leq(w.units, limit, "%s is off by %g units at %.17g", what, w.units, w.at);
}

static void watch_sin_cos(worst* w, double x)
{
    double s, c;
    belay_sin_cos(x, &s, &c);
    watch(w, fmax(units_off(s, sinl(x)), units_off(c, cosl(x))), x);
}

Test(elementary, sine_and_cosine_are_within_a_unit)
{
    if (!is_long_double_better()) cr_skip_test("long double is no better than double here");
    worst near = {0.0, 0.0}, far = {0.0, 0.0}, small = {0.0, 0.0};
    uint64_t state = 1;
    for (int i = 0; i < SAMPLES; i++) {
        watch_sin_cos(&near, PI * (i - 0.5 * SAMPLES) / (0.25 * SAMPLES));
        watch_sin_cos(&near, 4.0 * PI * (chance_next(&state) - 0.5));
        watch_sin_cos(&far, 1e6 * (chance_next(&state) - 0.5));
        watch_sin_cos(&small, scattered(&state, 300));
    }
    // Where they are nearly zero the angle must be reduced well.
    for (int k = -30000; k <= 30000; k++)
        watch_sin_cos(&far, k * (0.5 * PI));
    check("sine and cosine within two turns", near, 1.0);
    check("sine and cosine of small angles", small, 1.0);
    check("sine and cosine up to 5e5", far, 1.0);
}

// Far out x itself is wrong by less than half a unit of its last place.
Test(elementary, sine_and_cosine_of_huge_angles_are_those_of_nearly_the_same)
{
    uint64_t state = 2;
    for (int i = 0; i < SAMPLES; i++) {
        double x = 0x1p50 * scattered(&state, 30), s, c;
        belay_sin_cos(x, &s, &c);
        double tolerance = 1e-15 + 0.25 * DBL_EPSILON * fabs(x);
        cr_assert_leq(fabs(s - (double)sinl(x)), tolerance, "at %.17g", x);
        cr_assert_leq(fabs(c - (double)cosl(x)), tolerance, "at %.17g", x);
    }
    const double huge[] = {1e100, -1e300, DBL_MAX};
    for (int i = 0; i < 3; i++) {
        double s, c;
        belay_sin_cos(huge[i], &s, &c);
        cr_expect_leq(fabs(s * s + c * c - 1.0), 4.0 * DBL_EPSILON);
    }
}

Test(elementary, sine_and_cosine_where_they_are_known)
{
    double s, c;
    belay_sin_cos(0.0, &s, &c);
    cr_expect(s == 0.0 && !signbit(s) && c == 1.0);
    belay_sin_cos(-0.0, &s, &c);
    cr_expect(s == 0.0 && signbit(s) && c == 1.0);
    belay_sin_cos(1e-300, &s, &c);
    cr_expect(s == 1e-300 && c == 1.0);
    const double bad[] = {NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; i++) {
        belay_sin_cos(bad[i], &s, &c);
        cr_expect(isnan(s) && isnan(c));
    }
}

// f(-x) from f(x), bit by bit: worlds that are mirrored stay so.
Test(elementary, are_odd_and_even)
{
    uint64_t state = 3;
    for (int i = 0; i < SAMPLES; i++) {
        double x = 20.0 * chance_next(&state), y = chance_next(&state), s, c, s2, c2;
        belay_sin_cos(x, &s, &c);
        belay_sin_cos(-x, &s2, &c2);
        cr_assert(s == -s2 && c == c2);
        cr_assert_eq(belay_atan2(-y, x), -belay_atan2(y, x));
        cr_assert_eq(belay_tanh(-x), -belay_tanh(x));
    }
}

Test(elementary, arc_tangent_is_within_two_units_all_round)
{
    if (!is_long_double_better()) cr_skip_test("long double is no better than double here");
    worst even = {0.0, 0.0}, all = {0.0, 0.0};
    uint64_t state = 4;
    for (int i = 0; i < SAMPLES; i++) {
        double a = 2.0 * PI * (i + 0.5) / SAMPLES, x = cos(a), y = sin(a);
        watch(&even, units_off(belay_atan2(y, x), atan2l(y, x)), a);
        x = 0x1p300 * scattered(&state, 600);
        y = 0x1p20 * scattered(&state, 40) * x;
        watch(&all, units_off(belay_atan2(y, x), atan2l(y, x)), y / x);
    }
    check("arc tangent round the circle", even, 2.0);
    check("arc tangent", all, 2.0);
}

Test(elementary, arc_tangent_where_it_is_known)
{
    const double big[] = {1.0, 1e-320, 1e-310, 1e308, DBL_MAX, 5e-324};
    for (int i = 0; i < 6; i++) {
        cr_expect_eq(belay_atan2(0.0, big[i]), 0.0);
        cr_expect_eq(belay_atan2(big[i], big[i]), 0.25 * PI);
        cr_expect_eq(belay_atan2(big[i], 0.0), 0.5 * PI);
        cr_expect_eq(belay_atan2(-big[i], 0.0), -0.5 * PI);
        cr_expect_eq(belay_atan2(big[i], -big[i]), 0.75 * PI);
        cr_expect_eq(belay_atan2(0.0, -big[i]), PI);
        cr_expect_eq(belay_atan2(-0.0, -big[i]), -PI);
    }
    cr_expect(belay_atan2(0.0, 0.0) == 0.0 && !signbit(belay_atan2(0.0, 0.0)));
    cr_expect(belay_atan2(-0.0, 0.0) == 0.0 && signbit(belay_atan2(-0.0, 0.0)));
    cr_expect_eq(belay_atan2(0.0, -0.0), PI);
    cr_expect_eq(belay_atan2(DBL_MAX, 5e-324), 0.5 * PI);
    cr_expect_eq(belay_atan2(5e-324, DBL_MAX), 0.0);
    cr_expect(isnan(belay_atan2(NAN, 1.0)) && isnan(belay_atan2(1.0, NAN)) && isnan(belay_atan2(1.0, HUGE_VAL)));
}

Test(elementary, arc_cosine)
{
    if (!is_long_double_better()) cr_skip_test("long double is no better than double here");
    worst w = {0.0, 0.0};
    uint64_t state = 5;
    for (int i = 0; i < SAMPLES; i++) {
        double x = 2.0 * chance_next(&state) - 1.0;
        if (i % 2 == 0) x = copysign(1.0 - fabs(scattered(&state, 40)), x);
        watch(&w, units_off(belay_acos(x), acosl(x)), x);
    }
    check("arc cosine", w, 3.0);
    cr_expect(belay_acos(1.0) == 0.0 && belay_acos(-1.0) == PI && belay_acos(0.0) == 0.5 * PI &&
              isnan(belay_acos(1.1)));
}

Test(elementary, exponential_and_hyperbolic_tangent)
{
    if (!is_long_double_better()) cr_skip_test("long double is no better than double here");
    worst e = {0.0, 0.0}, t = {0.0, 0.0};
    uint64_t state = 6;
    for (int i = 0; i < SAMPLES; i++) {
        const double ranges[] = {1.0, 5.0, 50.0, 1400.0};
        double x = 0.5 * ranges[i % 4] * scattered(&state, i % 5 == 0 ? 200 : 1);
        watch(&e, units_off(belay_expm1(x), expm1l(x)), x);
        watch(&t, units_off(belay_tanh(x), tanhl(x)), x);
    }
    check("e^x - 1", e, 2.0);
    check("hyperbolic tangent", t, 4.0);
    cr_expect(belay_expm1(0.0) == 0.0 && belay_expm1(-HUGE_VAL) == -1.0 && belay_expm1(HUGE_VAL) == HUGE_VAL);
    cr_expect(belay_expm1(709.0) < HUGE_VAL && belay_expm1(710.0) == HUGE_VAL && isnan(belay_expm1(NAN)));
    cr_expect(belay_tanh(0.0) == 0.0 && belay_tanh(1000.0) == 1.0 && belay_tanh(-HUGE_VAL) == -1.0 &&
              isnan(belay_tanh(NAN)));
}

// The bits that every machine gives. A change of the formulas changes them.
Test(elementary, have_the_bits_that_they_have_everywhere)
{
    uint64_t state = 7, hash = BELAY_HASH_SEED;
    for (int i = 0; i < SAMPLES; i++) {
        double x = 100.0 * scattered(&state, 30), y = scattered(&state, 30), values[4];
        belay_sin_cos(x, &values[0], &values[1]);
        values[2] = belay_atan2(y, x);
        values[3] = belay_expm1(x);
        hash = belay_hash_bytes(hash, values, sizeof values);
    }
    cr_expect_eq(hash, 0x59b8d2fb5fade35au, "%016llx", (unsigned long long)hash);
}
