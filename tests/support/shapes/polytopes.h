// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Distance and depth of polytopes by going through all their features: slow, exact, and unlike anything in the engine.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_POLYTOPES_H
#define BELAY_TESTS_SUPPORT_SHAPES_POLYTOPES_H

#include "geometry/convex/convex.h"

// A polytope in the world: corners, edges, and triangles (faces of more corners are cut up).
typedef struct polytope {
    belay_vec3 corners[16];
    int edges[64][2], triangles[64][3];
    int corner_count, edge_count, triangle_count;
} polytope;

// Of a point, segment, triangle, box or hull (of at most 16 corners), without its radius.
polytope polytope_make(const bl_convex* solid, belay_pose pose);

// Of polytopes that are apart.
double polytope_distance(const polytope* p, const polytope* q);

// The largest separation over all axes that can carry a face of the difference set: positive when they are apart, else
// minus the depth of the overlap.
double polytope_separation(const polytope* p, const polytope* q);

#endif
