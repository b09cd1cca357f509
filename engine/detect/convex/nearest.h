// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The place of a solid's core that is nearest to a point, with what the surface is like there.

#ifndef BELAY_ENGINE_DETECT_CONVEX_NEAREST_H
#define BELAY_ENGINE_DETECT_CONVEX_NEAREST_H

#include "detect/convex/contact_candidate.h"
#include "detect/convex/polytope.h"
#include "geometry/convex/convex.h"

typedef enum bl_part {
    BL_PART_FACE, // or a cap: 0 the lower, 1 the upper
    BL_PART_EDGE, // of a polytope: its name; of a round solid: 0 its side, 1 the lower rim, 2 the upper one
    BL_PART_CORNER,
    BL_PART_SMOOTH, // all of a smooth core: 0
} bl_part;

typedef struct bl_surface_nearest {
    belay_vec3 point;  // on the core
    belay_vec3 normal; // unit, outwards; x = point + distance * normal
    double distance;   // m; < 0 inside, where `point` is on the surface that is least far from x
    bl_side side;
    bl_part part;
    uint32_t index;
} bl_surface_nearest;

// All in the solid's own frame. Where directions tie, or x is on the core, some fixed one is taken. The radius of the
// solid has no part in it.
bl_surface_nearest bl_convex_nearest(const bl_convex* convex, belay_vec3 x);

bl_surface_nearest bl_polytope_nearest(const bl_polytope* p, belay_vec3 x);
bl_surface_nearest bl_cylinder_nearest(const bl_convex* core, belay_vec3 x);
bl_surface_nearest bl_cone_nearest(const bl_convex* core, belay_vec3 x);

#endif
