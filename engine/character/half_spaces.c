// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The dual method of Goldfarb and Idnani ("A numerically stable dual method for solving strictly convex quadratic
// programs", Mathematical Programming 27, 1983) in three dimensions. At any time x is the nearest point to where it is
// wanted of some of the half-spaces, which press on it: x - wanted = sum of force n with forces >= 0. The one that is
// missed most is added. On the way to its plane a force may come to nothing; that half-space is let go. When none is
// missed, x is the nearest point of all.
//
// Nothing is taken for the same plane that is not: normals are known to some 1e-16, and planes that lean by 1e-12
// against each other may have a line in common that is centimetres away. So the normals that press are kept as
// orthonormal axes times a triangle, which loses nothing when they are nearly parallel, and x is found along the axes.

#include "character/half_spaces.h"
#include "character/character_tolerances.h"

// Those that press: n_k = sum over m <= k of triangle[m][k] axes[m].
typedef struct pressing {
    int count, of[3];
    double force[3];
    belay_vec3 axes[3];
    double triangle[3][3];
} pressing;

static double missed_by(const bl_half_space* s, belay_vec3 x)
{
    return s->least - v3_dot(s->n, x);
}

// The parts of a normal along the axes; what is left, unit, and its size. Twice, as what is left may be little.
static double split(const pressing* p, belay_vec3 n, double parts[3], belay_vec3* left)
{
    parts[0] = parts[1] = parts[2] = 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (int m = 0; m < p->count; m++) {
            double part = v3_dot(p->axes[m], n);
            parts[m] += part;
            n = v3_add_scaled(n, -part, p->axes[m]);
        }
    *left = v3_normalize_or(n, v3_zero());
    return p->count < 3 ? v3_length(n) : 0.0;
}

// The shares of the normals in a vector that has those parts along the axes.
static void shares_of(const pressing* p, const double parts[3], double shares[3])
{
    for (int k = p->count - 1; k >= 0; k--) {
        double sum = parts[k];
        for (int m = k + 1; m < p->count; m++)
            sum -= p->triangle[k][m] * shares[m];
        shares[k] = sum / p->triangle[k][k];
    }
}

static void add(pressing* p, const bl_half_space* spaces, int i, double force)
{
    double parts[3];
    belay_vec3 axis;
    double size = split(p, spaces[i].n, parts, &axis);
    int k = p->count++;
    for (int m = 0; m < k; m++)
        p->triangle[m][k] = parts[m];
    p->triangle[k][k] = size;
    p->axes[k] = axis;
    p->of[k] = i;
    p->force[k] = force;
}

static void let_go(pressing* p, const bl_half_space* spaces, int k)
{
    pressing all = *p;
    p->count = 0;
    for (int m = 0; m < all.count; m++)
        if (m != k) add(p, spaces, all.of[m], all.force[m]);
}

// The point on all their planes that is nearest to the wanted one, and the forces that press it there.
static belay_vec3 press(pressing* p, const bl_half_space* spaces, belay_vec3 wanted)
{
    double ways[3];
    belay_vec3 x = wanted;
    for (int m = 0; m < p->count; m++) {
        ways[m] = missed_by(&spaces[p->of[m]], x) / p->triangle[m][m];
        x = v3_add_scaled(x, ways[m], p->axes[m]);
    }
    shares_of(p, ways, p->force);
    for (int m = 0; m < p->count; m++)
        p->force[m] = fmax(p->force[m], 0.0);
    return x;
}

// The half-space that is missed most; -1: none is.
static int most_missed(const bl_half_space* spaces, int count, belay_vec3 x)
{
    int most = -1;
    double by = BL_HALF_SPACE_ROUNDING + BL_HALF_SPACE_DIGITS * v3_length(x);
    for (int i = 0; i < count; i++) {
        double missed = missed_by(&spaces[i], x);
        if (!(missed > by)) continue;
        by = missed;
        most = i;
    }
    return most;
}

// The one of those that press whose force comes to nothing first as a new one presses with one more unit after the
// other; -1: none does. *units: how many that takes.
static int first_to_let_go(const pressing* p, const double shares[3], double* units)
{
    int first = -1;
    *units = HUGE_VAL;
    for (int k = 0; k < p->count; k++) {
        if (!(shares[k] > 0.0) || !(p->force[k] < *units * shares[k])) continue;
        *units = p->force[k] / shares[k];
        first = k;
    }
    return first;
}

// Lets a half-space press that is missed. False when no point is in it and in those that press already.
static bool let_press(pressing* p, const bl_half_space* spaces, int i, belay_vec3 wanted, belay_vec3* x)
{
    for (;;) {
        double parts[3], shares[3], units;
        belay_vec3 axis;
        double size = split(p, spaces[i].n, parts, &axis), missed = missed_by(&spaces[i], *x);
        shares_of(p, parts, shares);
        int k = first_to_let_go(p, shares, &units);
        if (size >= BL_HALF_SPACE_PARALLEL && missed <= units * size * size) break;
        if (k < 0) return false;
        for (int m = 0; m < p->count; m++)
            p->force[m] -= units * shares[m];
        if (size >= BL_HALF_SPACE_PARALLEL) *x = v3_add_scaled(*x, units * size, axis);
        let_go(p, spaces, k);
    }
    add(p, spaces, i, 0.0);
    *x = press(p, spaces, wanted);
    return true;
}

static void push_to_and_fro(const bl_half_space* s, int count, belay_vec3* x)
{
    for (int round = 0; round < BL_HALF_SPACE_PUSHES; round++)
        for (int i = 0; i < count; i++) {
            double missed = missed_by(&s[i], *x);
            if (missed > 0.0) *x = v3_add_scaled(*x, 0.5 * missed, s[i].n);
        }
}

bool bl_half_spaces_nearest(const bl_half_space* spaces, int count, belay_vec3 wanted, belay_vec3* x)
{
    pressing p = {.count = 0};
    *x = wanted;
    for (int round = 0; round < BL_HALF_SPACE_ROUNDS + count; round++) {
        int i = most_missed(spaces, count, *x);
        if (i < 0) return true;
        if (!let_press(&p, spaces, i, wanted, x)) break;
    }
    *x = v3_zero();
    push_to_and_fro(spaces, count, x);
    return false;
}
