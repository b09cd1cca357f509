// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "math/stumpff.h"

#include "belay/elementary.h"
#include "math/math_tolerances.h"

// Going up the recurrence divides rounding by t three times, going down multiplies it by t: the series, with as many
// terms, serves where t is below BL_STUMPFF_SERIES_END.
#define TERMS 13

// Term k of the series over term k - 1, but for the factor -t.
static const double ratio_6[TERMS] = {
    1.0 / (7.0 * 8.0),   1.0 / (9.0 * 10.0),  1.0 / (11.0 * 12.0), 1.0 / (13.0 * 14.0), 1.0 / (15.0 * 16.0),
    1.0 / (17.0 * 18.0), 1.0 / (19.0 * 20.0), 1.0 / (21.0 * 22.0), 1.0 / (23.0 * 24.0), 1.0 / (25.0 * 26.0),
    1.0 / (27.0 * 28.0), 1.0 / (29.0 * 30.0), 1.0 / (31.0 * 32.0)};
static const double ratio_7[TERMS] = {
    1.0 / (8.0 * 9.0),   1.0 / (10.0 * 11.0), 1.0 / (12.0 * 13.0), 1.0 / (14.0 * 15.0), 1.0 / (16.0 * 17.0),
    1.0 / (18.0 * 19.0), 1.0 / (20.0 * 21.0), 1.0 / (22.0 * 23.0), 1.0 / (24.0 * 25.0), 1.0 / (26.0 * 27.0),
    1.0 / (28.0 * 29.0), 1.0 / (30.0 * 31.0), 1.0 / (32.0 * 33.0)};

// sum_k (-t)^k n! / (n + 2k)!, by Horner's rule from the last term that matters.
static double series(double t, const double ratio[TERMS], int terms)
{
    double sum = 1.0;
    for (int k = terms - 1; k >= 0; k--)
        sum = 1.0 - t * ratio[k] * sum;
    return sum;
}

// Enough terms that the next one is below 1e-17.
static int term_count(double t)
{
    if (t < 0.01) return 4;
    return t < 1.0 ? 7 : TERMS;
}

static void go_down(double t, double c[8])
{
    int terms = term_count(t);
    c[7] = series(t, ratio_7, terms) / 5040.0;
    c[6] = series(t, ratio_6, terms) / 720.0;
    c[5] = 1.0 / 120.0 - t * c[7];
    c[4] = 1.0 / 24.0 - t * c[6];
    c[3] = 1.0 / 6.0 - t * c[5];
    c[2] = 1.0 / 2.0 - t * c[4];
    c[1] = 1.0 - t * c[3];
    c[0] = 1.0 - t * c[2];
}

static void go_up(double t, double c[8])
{
    double angle = sqrt(t), inverse = 1.0 / t;
    double sine, cosine;
    belay_sin_cos(angle, &sine, &cosine);
    c[0] = cosine;
    c[1] = sine / angle;
    c[2] = (1.0 - c[0]) * inverse;
    c[3] = (1.0 - c[1]) * inverse;
    c[4] = (1.0 / 2.0 - c[2]) * inverse;
    c[5] = (1.0 / 6.0 - c[3]) * inverse;
    c[6] = (1.0 / 24.0 - c[4]) * inverse;
    c[7] = (1.0 / 120.0 - c[5]) * inverse;
}

void bl_stumpff(double t, double c[8])
{
    if (t < BL_STUMPFF_SERIES_END)
        go_down(t, c);
    else
        go_up(t, c);
}
