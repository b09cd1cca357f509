// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the rows of cores share that are hulls of a few points.

#ifndef BELAY_ENGINE_GEOMETRY_SHAPE_CORE_POINTS_H
#define BELAY_ENGINE_GEOMETRY_SHAPE_CORE_POINTS_H

#include "belay/mat.h"
#include "belay/vec.h"
#include "geometry/hull/furthest.h"

#include <stdint.h>

// The first point of those that are furthest along the direction.
static inline belay_vec3 bl_points_support(const belay_vec3* points, uint32_t count, belay_vec3 direction)
{
    return points[bl_furthest_point(points, count, direction)];
}

// The box of the turned points.
void bl_points_bounds(const belay_vec3* points, uint32_t count, const belay_mat33* rotation, belay_vec3* lower,
                      belay_vec3* upper);
// The largest distance of one from `from`.
double bl_points_bounding_radius(const belay_vec3* points, uint32_t count, belay_vec3 from);

#endif
