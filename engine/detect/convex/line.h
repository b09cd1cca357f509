// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact of two straight lines of finite length: axes of capsules and of lying cylinders, edges of polytopes, sides of
// cones. Where they are alongside each other the ends of the common part touch; where they cross, one place.

#ifndef BELAY_ENGINE_DETECT_CONVEX_LINE_H
#define BELAY_ENGINE_DETECT_CONVEX_LINE_H

#include "detect/convex/place.h"
#include "detect/convex/polytope.h"
#include "detect/convex/round.h"

typedef struct bl_line {
    belay_vec3 start, end;
    double radius;      // m, of a cylinder about the line, within the core; 0 for an edge or a capsule's axis
    double depth[2];    // m, of the reference under start and end, beyond the radius: of a cone's side
    uint32_t corner[2]; // the ends' numbers in their solid
    uint32_t edge;      // the line's
} bl_line;

static inline bl_line bl_line_make(belay_vec3 start, belay_vec3 end, uint32_t start_corner, uint32_t end_corner,
                                   uint32_t edge)
{
    bl_line line = {start, end, 0.0, {0.0, 0.0}, {start_corner, end_corner}, edge};
    return line;
}

// The edge of a polytope, by any of its directed ones.
bl_line bl_line_of_edge(const bl_polytope* p, uint32_t edge);

// A cylinder's axis, with its radius; of a cone the straight line of its side that looks along the direction.
bl_line bl_line_of_side(const bl_round* r, belay_vec3 outward);

// Where the infinite lines are nearest to each other: parameters, 0 at the start and 1 at the end. False when they are
// parallel (the sine of their angle below 1e-9).
bool bl_lines_crossing(belay_vec3 a_start, belay_vec3 a_way, belay_vec3 b_start, belay_vec3 b_way, double* s,
                       double* t);

// Adds the places where the lines touch, or are within the frame's cutoff. Where they meet exactly the normal is the
// fallback (unit).
void bl_lines_collide(const bl_place_frame* frame, const bl_line* a, const bl_line* b, belay_vec3 fallback,
                      bl_manifold* manifold);

// The same for lines of solids whose distance is known, with its normal: adds nothing, and returns false, when the
// lines do not have it.
bool bl_lines_collide_at(const bl_place_frame* frame, const bl_line* a, const bl_line* b, belay_vec3 normal,
                         double distance, double tolerance, bl_manifold* manifold);

#endif
