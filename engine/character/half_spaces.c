// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One after the other: as long as the nearest point of those so far is in the next one, it stays; otherwise the nearest
// point lies on the plane of that one. There the question is the same with one dimension less, for those before it.

#include "character/half_spaces.h"

#define ROUNDING 1e-12 // m: what is missed by less is met
#define PARALLEL 1e-9  // sine of the angle below which planes have no line in common
#define PUSHES 64      // to and fro

static double missed_by(const bl_half_space* s, belay_vec3 x)
{
    return s->least - v3_dot(s->n, x);
}

// On the line of planes i and j, in the first `count`.
static bool nearest_on_line(const bl_half_space* s, int count, const bl_half_space* i, const bl_half_space* j,
                            belay_vec3 wanted, belay_vec3* x)
{
    belay_vec3 along = v3_cross(i->n, j->n);
    double sine = v3_length(along), c = v3_dot(i->n, j->n);
    if (sine < PARALLEL) { // the same plane to rounding, or none has a point
        *x = v3_add_scaled(wanted, missed_by(j, wanted), j->n);
        return c > 0.0;
    }
    along = v3_scale(1.0 / sine, along);
    // wanted + a n_i + b n_j on both
    double mi = missed_by(i, wanted), mj = missed_by(j, wanted), over = 1.0 / (sine * sine);
    belay_vec3 foot = v3_add_scaled(v3_add_scaled(wanted, (mi - c * mj) * over, i->n), (mj - c * mi) * over, j->n);
    double low = -HUGE_VAL, high = HUGE_VAL;
    for (int k = 0; k < count; k++) {
        double slope = v3_dot(s[k].n, along), missed = missed_by(&s[k], foot);
        if (fabs(slope) < PARALLEL) {
            if (missed > ROUNDING) return false;
        } else if (slope > 0.0) {
            low = fmax(low, missed / slope);
        } else {
            high = fmin(high, missed / slope);
        }
    }
    if (low > high + ROUNDING) return false;
    *x = v3_add_scaled(foot, fmin(fmax(0.0, low), fmax(low, high)), along);
    return true;
}

// On the plane of i, in the first `count`.
static bool nearest_on_plane(const bl_half_space* s, int count, const bl_half_space* i, belay_vec3 wanted,
                             belay_vec3* x)
{
    *x = v3_add_scaled(wanted, missed_by(i, wanted), i->n);
    for (int j = 0; j < count; j++)
        if (missed_by(&s[j], *x) > ROUNDING && !nearest_on_line(s, j, i, &s[j], wanted, x)) return false;
    return true;
}

static void push_to_and_fro(const bl_half_space* s, int count, belay_vec3* x)
{
    for (int round = 0; round < PUSHES; round++)
        for (int i = 0; i < count; i++) {
            double missed = missed_by(&s[i], *x);
            if (missed > 0.0) *x = v3_add_scaled(*x, 0.5 * missed, s[i].n);
        }
}

bool bl_half_spaces_nearest(const bl_half_space* spaces, int count, belay_vec3 wanted, belay_vec3* x)
{
    *x = wanted;
    for (int i = 0; i < count; i++) {
        if (missed_by(&spaces[i], *x) <= ROUNDING) continue;
        if (nearest_on_plane(spaces, i, &spaces[i], wanted, x)) continue;
        *x = v3_zero();
        push_to_and_fro(spaces, count, x);
        return false;
    }
    return true;
}
