// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Convex solids, as distance, cast and manifold functions see them: a core (point, segment, triangle, polytope,
// cylinder, cone or ellipsoid), thickened by `radius`. In the solid's own frame; a pose places it.

#ifndef BELAY_ENGINE_GEOMETRY_CONVEX_CONVEX_H
#define BELAY_ENGINE_GEOMETRY_CONVEX_CONVEX_H

#include "belay/quat.h"
#include "geometry/convex/shape_list.h"
#include "geometry/hull/hull.h"

#include <stdint.h>

typedef struct bl_convex {
    bl_convex_kind kind;
    double radius;         // m, >= 0, thickness beyond the core
    belay_vec3 half;       // m, see shape_list.h
    const bl_hull* hull;   // BL_CONVEX_HULL: not owned
    belay_vec3 corners[3]; // BL_CONVEX_TRIANGLE
} bl_convex;

// The point of the core that is furthest along `direction` (need not be unit; zero gives any point). Deterministic:
// ties go to the first in a fixed order.
belay_vec3 bl_convex_support(const bl_convex* convex, belay_vec3 direction);

// The axis-aligned box of the solid placed at `pose`, tight up to rounding.
void bl_convex_bounds(const bl_convex* convex, belay_pose pose, belay_vec3* lower, belay_vec3* upper);

// The largest distance of a point of the solid from `point` (own frame).
double bl_convex_bounding_radius(const bl_convex* convex, belay_vec3 point);

// A point inside the core (its middle).
belay_vec3 bl_convex_middle(const bl_convex* convex);

#endif
