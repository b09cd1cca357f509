// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Inline arithmetic on belay_vec3, named short so that a formula fits a line; no part of belay.h for that reason. It is
// the engine's own: what is written with it gives the engine's bits, where it is compiled without contraction (for GCC
// and Clang -ffp-contract=off). Any thread.

#ifndef BELAY_VEC_H
#define BELAY_VEC_H

#include "belay/math.h"

#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// (x, y, z)
static inline belay_vec3 v3(double x, double y, double z)
{
    belay_vec3 r = {x, y, z};
    return r;
}

// (0, 0, 0)
static inline belay_vec3 v3_zero(void)
{
    return v3(0.0, 0.0, 0.0);
}

// a + b
static inline belay_vec3 v3_add(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

// a - b
static inline belay_vec3 v3_sub(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

// -a
static inline belay_vec3 v3_neg(belay_vec3 a)
{
    return v3(-a.x, -a.y, -a.z);
}

// s a
static inline belay_vec3 v3_scale(double s, belay_vec3 a)
{
    return v3(s * a.x, s * a.y, s * a.z);
}

// a + s b
static inline belay_vec3 v3_add_scaled(belay_vec3 a, double s, belay_vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

// a . b
static inline double v3_dot(belay_vec3 a, belay_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// a x b
static inline belay_vec3 v3_cross(belay_vec3 a, belay_vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// |a|^2
static inline double v3_length_squared(belay_vec3 a)
{
    return v3_dot(a, a);
}

// |a|
static inline double v3_length(belay_vec3 a)
{
    return sqrt(v3_dot(a, a));
}

// |a - b|
static inline double v3_distance(belay_vec3 a, belay_vec3 b)
{
    return v3_length(v3_sub(a, b));
}

// The unit vector along a; `fallback` when a is zero.
static inline belay_vec3 v3_normalize_or(belay_vec3 a, belay_vec3 fallback)
{
    double n = v3_length(a);
    if (n > 1e-140) return v3_scale(1.0 / n, a);
    // The squares of what is so short lose digits.
    a = v3_scale(1e160, a);
    n = v3_length(a);
    return n > 0.0 ? v3_scale(1.0 / n, a) : fallback;
}

// Whether no part is infinite or no number.
static inline bool v3_is_finite(belay_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

// A unit vector orthogonal to the unit vector n, chosen from the axis that n is least aligned with, so that the result
// is never ill-conditioned.
static inline belay_vec3 v3_any_orthogonal(belay_vec3 n)
{
    double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    belay_vec3 e = ax <= ay && ax <= az ? v3(1.0, 0.0, 0.0) : (ay <= az ? v3(0.0, 1.0, 0.0) : v3(0.0, 0.0, 1.0));
    belay_vec3 t = v3_cross(n, e);
    return v3_scale(1.0 / v3_length(t), t);
}

#ifdef __cplusplus
}
#endif

#endif
