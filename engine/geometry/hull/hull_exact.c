// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Whole numbers in base B = 2^21, lowest digit first: the digits but the last are in [0, B), the last carries the sign.
// A difference of points is at most 2^41 in size and has two digits, the last at most 2^20. A product of two is less
// than 2^83, a difference of two products has four digits, the last at most 2^21. All sums of products of digits below
// stay under 2^46, far from the range of int64_t.

#include "geometry/hull/hull_exact.h"

#include <float.h>
#include <stdint.h>

#define BASE 2097152 // 2^21

typedef struct two_digits {
    int64_t low, high;
} two_digits;

typedef struct four_digits {
    int64_t d[4];
} four_digits;

// Floor of v / BASE; v keeps the rest.
static int64_t carry(int64_t* v)
{
    int64_t q = *v / BASE, rest = *v % BASE;
    if (rest < 0) {
        rest += BASE;
        q -= 1;
    }
    *v = rest;
    return q;
}

static two_digits digits_of(double whole)
{
    two_digits r = {(int64_t)whole, 0};
    r.high = carry(&r.low);
    return r;
}

// p q - r s
static four_digits minor_of(two_digits p, two_digits q, two_digits r, two_digits s)
{
    four_digits m;
    m.d[0] = p.low * q.low - r.low * s.low;
    m.d[1] = p.low * q.high + p.high * q.low - r.low * s.high - r.high * s.low;
    m.d[2] = p.high * q.high - r.high * s.high;
    m.d[1] += carry(&m.d[0]);
    m.d[2] += carry(&m.d[1]);
    m.d[3] = carry(&m.d[2]);
    return m;
}

// Both halves are exact, so that the sum is rounded once.
static double value_of(four_digits m)
{
    return 4398046511104.0 * (double)(m.d[3] * BASE + m.d[2]) + (double)(m.d[1] * BASE + m.d[0]);
}

static void exact_minors(belay_vec3 a, belay_vec3 b, four_digits m[3])
{
    two_digits ax = digits_of(a.x), ay = digits_of(a.y), az = digits_of(a.z);
    two_digits bx = digits_of(b.x), by = digits_of(b.y), bz = digits_of(b.z);
    m[0] = minor_of(ay, bz, az, by);
    m[1] = minor_of(az, bx, ax, bz);
    m[2] = minor_of(ax, by, ay, bx);
}

belay_vec3 bl_exact_cross(belay_vec3 a, belay_vec3 b)
{
    four_digits m[3];
    exact_minors(a, b, m);
    return v3(value_of(m[0]), value_of(m[1]), value_of(m[2]));
}

static void add_product(int64_t sum[5], four_digits m, two_digits c)
{
    for (int k = 0; k < 4; k++) {
        sum[k] += m.d[k] * c.low;
        sum[k + 1] += m.d[k] * c.high;
    }
}

static int exact_sign(belay_vec3 a, belay_vec3 b, belay_vec3 c)
{
    four_digits m[3];
    int64_t sum[5] = {0, 0, 0, 0, 0};
    exact_minors(a, b, m);
    add_product(sum, m[0], digits_of(c.x));
    add_product(sum, m[1], digits_of(c.y));
    add_product(sum, m[2], digits_of(c.z));
    bool is_zero = true;
    for (int k = 0; k < 4; k++) {
        sum[k + 1] += carry(&sum[k]);
        is_zero = is_zero && sum[k] == 0;
    }
    if (sum[4] < 0) return -1;
    return is_zero && sum[4] == 0 ? 0 : 1;
}

// The components of the cross product, their products with c and the two sums are each rounded once, by half an epsilon
// of at most the sum of the sizes: four roundings at most on the way of any term, 2 epsilons. Twice that is safe.
int bl_exact_side(belay_vec3 cross, belay_vec3 a, belay_vec3 b, belay_vec3 c)
{
    double x = cross.x * c.x, y = cross.y * c.y, z = cross.z * c.z;
    double side = x + y + z, doubt = 4.0 * DBL_EPSILON * (fabs(x) + fabs(y) + fabs(z));
    if (side > doubt) return 1;
    if (side < -doubt) return -1;
    return exact_sign(a, b, c);
}
