// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which of many corners, or faces, goes furthest along a direction: what distances and contacts of hulls spend their
// time with. Four at once where the machine can (core/wide.h); each number is made by the same operations in the same
// order, so the bits are those of the loops one by one.

#ifndef BELAY_ENGINE_GEOMETRY_HULL_FURTHEST_H
#define BELAY_ENGINE_GEOMETRY_HULL_FURTHEST_H

#include "core/wide.h"
#include "geometry/hull/hull.h"

// With fewer it is not worth the way there.
#define BL_FURTHEST_LEAST_WIDE 8

uint32_t bl_furthest_point_narrow(const belay_vec3* points, uint32_t count, belay_vec3 direction);
uint32_t bl_furthest_point_wide(const belay_vec3* points, uint32_t count, belay_vec3 direction);
double bl_least_height_narrow(const belay_vec3* points, uint32_t count, belay_vec3 direction, double offset,
                              double enough);
double bl_least_height_wide(const belay_vec3* points, uint32_t count, belay_vec3 direction, double offset,
                            double enough);
double bl_largest_square_narrow(const belay_vec3* points, uint32_t count, belay_vec3 from);
double bl_largest_square_wide(const belay_vec3* points, uint32_t count, belay_vec3 from);
uint32_t bl_furthest_face_narrow(const bl_hull_face* faces, uint32_t count, belay_vec3 direction);
uint32_t bl_furthest_face_wide(const bl_hull_face* faces, uint32_t count, belay_vec3 direction);

static inline bool bl_is_wide_enough(uint32_t count)
{
    return count >= BL_FURTHEST_LEAST_WIDE && bl_has_wide();
}

// The number of the point that is furthest along the direction; the first of several.
static inline uint32_t bl_furthest_point(const belay_vec3* points, uint32_t count, belay_vec3 direction)
{
    return bl_is_wide_enough(count) ? bl_furthest_point_wide(points, count, direction)
                                    : bl_furthest_point_narrow(points, count, direction);
}

// The least height of the points above the plane direction . x = offset. Once some are no higher than `enough`, that of
// one of them, which may be any.
static inline double bl_least_height(const belay_vec3* points, uint32_t count, belay_vec3 direction, double offset,
                                     double enough)
{
    return bl_is_wide_enough(count) ? bl_least_height_wide(points, count, direction, offset, enough)
                                    : bl_least_height_narrow(points, count, direction, offset, enough);
}

// The largest square of a point's distance from `from`.
static inline double bl_largest_square(const belay_vec3* points, uint32_t count, belay_vec3 from)
{
    return bl_is_wide_enough(count) ? bl_largest_square_wide(points, count, from)
                                    : bl_largest_square_narrow(points, count, from);
}

// The number of the face whose normal is nearest to the direction; the first of several.
static inline uint32_t bl_furthest_face(const bl_hull_face* faces, uint32_t count, belay_vec3 direction)
{
    return bl_is_wide_enough(count) ? bl_furthest_face_wide(faces, count, direction)
                                    : bl_furthest_face_narrow(faces, count, direction);
}

#endif
