// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact of two straight lines of finite length: axes of capsules and of lying cylinders, edges of polytopes, sides of
// cones. Where they are alongside each other the ends of the common part touch; where they cross, one place.

#ifndef BELAY_ENGINE_DETECT_CONVEX_EDGE_EDGE_H
#define BELAY_ENGINE_DETECT_CONVEX_EDGE_EDGE_H

#include "detect/convex/axisymmetric.h"
#include "detect/convex/contact_candidate.h"
#include "detect/convex/polytope.h"

typedef struct bl_edge_line {
    belay_vec3 start, end;
    double radius;      // m, of a cylinder about the line, within the core; 0 for an edge or a capsule's axis
    double depth[2];    // m, of the reference under start and end, beyond the radius: of a cone's side
    uint32_t corner[2]; // the ends' numbers in their solid
    uint32_t edge;      // the line's
} bl_edge_line;

static inline bl_edge_line bl_edge_line_make(belay_vec3 start, belay_vec3 end, uint32_t start_corner,
                                             uint32_t end_corner, uint32_t edge)
{
    bl_edge_line line = {start, end, 0.0, {0.0, 0.0}, {start_corner, end_corner}, edge};
    return line;
}

// The edge of a polytope, by any of its directed ones.
bl_edge_line bl_edge_line_of_edge(const bl_polytope* p, uint32_t edge);

// A cylinder's axis, with its radius; of a cone the straight line of its side that looks along the direction.
bl_edge_line bl_edge_line_of_side(const bl_axisymmetric* r, belay_vec3 outward);

// Where the infinite lines are nearest to each other: parameters, 0 at the start and 1 at the end. False when they are
// parallel (the sine of their angle below 1e-9).
bool bl_edge_edge_crossing(belay_vec3 a_start, belay_vec3 displacement_a, belay_vec3 b_start, belay_vec3 displacement_b,
                           double* s, double* t);

// Adds the places where the lines touch, or are within the frame's cutoff. Where they meet exactly the normal is the
// fallback (unit).
void bl_edge_edge_collide(const bl_candidate_frame* frame, const bl_edge_line* a, const bl_edge_line* b,
                          belay_vec3 fallback, bl_manifold* manifold);

// The same for lines of solids whose distance is known, with its normal: adds nothing, and returns false, when the
// lines do not have it.
bool bl_edge_edge_collide_at(const bl_candidate_frame* frame, const bl_edge_line* a, const bl_edge_line* b,
                             belay_vec3 normal, double distance, double tolerance, bl_manifold* manifold);

#endif
