// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two placed cores seen from one of them, and their difference set A - B = {a - b}: the cores meet where it holds the
// origin, and its point nearest to the origin tells their distance. The frame stands at A's origin, so that nothing is
// lost far from the world's.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_GJK_PAIR_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_GJK_PAIR_H

#include "geometry/convex/shape_ops.h"

typedef struct bl_pair {
    const bl_convex *a, *b;
    belay_pose frame; // of the pair in the world: A's, with B's axes when A is a point (which has none)
    belay_mat33 b_to_pair;
    belay_vec3 offset; // of B's origin, pair frame
} bl_pair;

// What is known of the distance of the cores, in the pair's frame.
typedef struct bl_core_distance {
    double distance; // m, < 0: least translation that separates them
    belay_vec3 point_a, point_b;
    belay_vec3 normal; // unit, from B to A
} bl_core_distance;

// A point of the difference set, and the points that it is the difference of.
typedef struct bl_pair_point {
    belay_vec3 w, a, b;
} bl_pair_point;

bl_pair bl_pair_make(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b);

// From B's middle to A's, or x when these coincide: a first guess of the normal. Not unit.
belay_vec3 bl_pair_guess(const bl_pair* pair);

// The distance of the cores. A good guess of the normal (not zero, need not be unit) saves time; may be null.
bl_core_distance bl_pair_distance(const bl_pair* pair, const belay_vec3* guess);

// The same for cores that are no further apart than `limit` (m, >= 0): false, with nothing written, where others are
// seen to be, which costs less.
bool bl_pair_distance_within(const bl_pair* pair, double limit, bl_core_distance* distance);

// bl_convex_support, with the commonest core in line and without branches, which nobody could predict.
static inline belay_vec3 bl_pair_core_support(const bl_convex* core, belay_vec3 d)
{
    belay_vec3 half = core->half;
    if (core->kind != BL_CONVEX_BOX) return bl_core_of(core)->support(core, d);
    return v3(copysign(half.x, d.x), copysign(half.y, d.y), copysign(half.z, d.z));
}

// The point of the difference set that is furthest along the direction.
static inline bl_pair_point bl_pair_support(const bl_pair* pair, belay_vec3 direction)
{
    belay_vec3 a = bl_pair_core_support(pair->a, direction);
    belay_vec3 against = v3_neg(m3_mul_transposed_v3(pair->b_to_pair, direction));
    belay_vec3 b = v3_add(m3_mul_v3(pair->b_to_pair, bl_pair_core_support(pair->b, against)), pair->offset);
    bl_pair_point p = {v3_sub(a, b), a, b};
    return p;
}

#endif
