// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where a slope changes its sign: regula falsi with halved ends (the Illinois method), and a bisection every third
// time, so that jumps and level stretches do not hold it up.

#ifndef BELAY_ENGINE_DETECT_CONVEX_SLOPE_ROOT_H
#define BELAY_ENGINE_DETECT_CONVEX_SLOPE_ROOT_H

#include <math.h>

typedef double bl_slope_fn(const void* context, double t);

// A bracket: the slopes at its ends have different signs.
typedef struct bl_slope_bracket {
    double t0, slope0;
    double t1, slope1;
} bl_slope_bracket;

// A place where the slope is no larger than `zero`, or with a change of sign no further away than `width`.
static inline double bl_slope_root(bl_slope_fn* slope_at, const void* context, bl_slope_bracket b, double zero,
                                   double width)
{
    int last = 0;
    for (int i = 0; i < 100 && fabs(b.t1 - b.t0) > width; i++) {
        double middle = 0.5 * (b.t0 + b.t1), chord = (b.t0 * b.slope1 - b.t1 * b.slope0) / (b.slope1 - b.slope0);
        double t = i % 3 != 2 && (chord - b.t0) * (chord - b.t1) < 0.0 ? chord : middle;
        double slope = slope_at(context, t);
        if (fabs(slope) <= zero) return t;
        if (slope * b.slope0 > 0.0) {
            b.t0 = t;
            b.slope0 = slope;
            if (last < 0) b.slope1 *= 0.5;
            last = -1;
        } else {
            b.t1 = t;
            b.slope1 = slope;
            if (last > 0) b.slope0 *= 0.5;
            last = 1;
        }
    }
    return 0.5 * (b.t0 + b.t1);
}

#endif
