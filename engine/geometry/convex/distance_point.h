// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The place of a core's surface nearest to a point, in closed form.

#ifndef BELAY_ENGINE_GEOMETRY_CONVEX_DISTANCE_POINT_H
#define BELAY_ENGINE_GEOMETRY_CONVEX_DISTANCE_POINT_H

#include "geometry/convex/convex.h"

typedef struct bl_core_nearest {
    double distance;   // m, of the point from the surface; < 0 inside
    belay_vec3 point;  // of the surface
    belay_vec3 normal; // unit, outwards, where point + distance normal is the point that was asked for
} bl_core_nearest;

// The core in its own frame. Where the nearest place is not unique (the middle of a box, the axis of a cylinder, a
// point of a segment or triangle) it is one of them, the same every time: of a point the normal is z, of a segment x,
// of a triangle that of its plane. A hull is left to the caller when the point is outside: false then.
bool bl_core_find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest);

#endif
