// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ropes for tests of their contacts: polylines of random and of simple shape, and an independent distance of segments.

#ifndef BELAY_TESTS_SUPPORT_RODS_ROPE_H
#define BELAY_TESTS_SUPPORT_RODS_ROPE_H

#include "belay/vec.h"
#include "core/alloc.h"
#include "detect/rod/rod_contact.h"
#include "detect/rod/rod_contact_closest.h"
#include "support/chance.h"

#include <string.h>

#define ROPE_MAX_NODES 401
#define ROPE_EXCESS 1e-3 // of the radii's sum, by which a gap may be larger than the least

static inline double rope_point_distance(belay_vec3 x, const belay_vec3* b)
{
    belay_vec3 v = v3_sub(b[1], b[0]);
    double square = v3_length_squared(v), t = square > 0.0 ? v3_dot(v3_sub(x, b[0]), v) / square : 0.0;
    return v3_distance(x, bl_rod_point(b, fmin(1.0, fmax(0.0, t))));
}

// The distance of a point to B is convex along A: golden section.
static inline double rope_least_distance(const belay_vec3* a, const belay_vec3* b)
{
    const double ratio = 0.61803398874989485;
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 80; k++) {
        double x = high - ratio * (high - low), y = low + ratio * (high - low);
        if (rope_point_distance(bl_rod_point(a, x), b) < rope_point_distance(bl_rod_point(a, y), b))
            high = y;
        else
            low = x;
    }
    double inner = rope_point_distance(bl_rod_point(a, 0.5 * (low + high)), b);
    return fmin(inner, fmin(rope_point_distance(a[0], b), rope_point_distance(a[1], b)));
}

typedef struct rope {
    belay_vec3 nodes[ROPE_MAX_NODES], travel[ROPE_MAX_NODES];
    bl_rod_chain chain;
} rope;

static inline void rope_init(rope* r, uint32_t segment_count, double radius, double segment_length)
{
    r->chain = (bl_rod_chain){r->nodes, NULL, segment_count, radius, segment_length};
}

// A smooth random walk within a ball, so that it comes near itself often.
static inline void rope_wander(rope* r, uint64_t* state, uint32_t segment_count, double ball, double travel)
{
    belay_vec3 along = v3(1.0, 0.0, 0.0);
    rope_init(r, segment_count, 0.25, 1.0);
    r->chain.travel = r->travel;
    r->nodes[0] = chance_vector(state, 0.3 * ball);
    for (uint32_t i = 0; i <= segment_count; i++) {
        r->travel[i] = chance_vector(state, travel);
        if (i == 0) continue;
        belay_vec3 inwards = v3_scale(-0.5 / ball, r->nodes[i - 1]);
        along = v3_normalize_or(v3_add(v3_add(along, inwards), chance_vector(state, 0.8)), along);
        r->nodes[i] = v3_add(r->nodes[i - 1], along);
    }
}

static inline void rope_straight(rope* r, belay_vec3 start, belay_vec3 way, uint32_t segment_count, double radius)
{
    rope_init(r, segment_count, radius, v3_length(way));
    for (uint32_t i = 0; i <= segment_count; i++)
        r->nodes[i] = v3_add_scaled(start, i, way);
}

static inline bl_rod_collider rope_collider(const belay_allocator* allocator)
{
    bl_rod_collider c;
    memset(&c, 0, sizeof c);
    c.allocator = allocator;
    return c;
}

#endif
