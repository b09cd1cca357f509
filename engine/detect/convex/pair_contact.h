// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection by classes of solids; bl_collide_convex has the table. All fill a manifold that is empty, for solids in
// this order, in A's own frame.

#ifndef BELAY_ENGINE_DETECT_CONVEX_PAIR_CONTACT_H
#define BELAY_ENGINE_DETECT_CONVEX_PAIR_CONTACT_H

#include "detect/convex/contact_candidate.h"
#include "geometry/convex/shape_ops.h"

// B in the frame of A, which is that of the places.
typedef struct bl_convex_pair {
    const bl_convex *a, *b;
    belay_pose b_in_a;
    belay_mat33 rotation; // of B in A
    bl_candidate_frame frame;
} bl_convex_pair;

// A segment without length is a ball.
static inline bl_core_class bl_class_of(const bl_convex* c)
{
    bl_core_class core_class = bl_core_of(c)->core_class;
    return core_class == BL_CORE_SEGMENT && !(c->half.z > 0.0) ? BL_CORE_POINT : core_class;
}

// Two polytopes: faster than generally when they have few edges.
void bl_collide_polytopes(const bl_convex_pair* pair, bl_manifold* manifold);

// Any solid and a ball.
void bl_collide_with_ball(const bl_convex_pair* pair, bl_manifold* manifold);

// Any solid but a ball, and a capsule.
void bl_collide_with_segment(const bl_convex_pair* pair, bl_manifold* manifold);

// A pair of which one is smooth, and any other that has no routine of its own.
void bl_collide_by_distance(const bl_convex_pair* pair, bl_manifold* manifold);

// Polytopes, cylinders and cones; and those of which one has many faces, which are not tried one by one.
void bl_collide_many_faces(const bl_convex_pair* pair, bl_manifold* manifold);
void bl_collide_generally(const bl_convex_pair* pair, bl_manifold* manifold);

#endif
