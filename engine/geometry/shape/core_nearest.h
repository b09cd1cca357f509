// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the rows of cores share to find the place nearest to a point.

#ifndef BELAY_ENGINE_GEOMETRY_SHAPE_CORE_NEAREST_H
#define BELAY_ENGINE_GEOMETRY_SHAPE_CORE_NEAREST_H

#include "geometry/convex/distance_point.h"

// On a surface's corner, edge or rim: `displacement` goes from there to the point; the fallback is the normal when it
// is zero.
static inline bl_core_nearest bl_nearest_outside(belay_vec3 point, belay_vec3 displacement, belay_vec3 fallback)
{
    double distance = v3_length(displacement);
    return (bl_core_nearest){distance, point, distance > 0.0 ? v3_scale(1.0 / distance, displacement) : fallback};
}

#endif
