// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/result.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/shape_check.h"

static belay_result check(const belay_shape* shape, belay_error* error)
{
    const belay_plane* plane = &shape->plane;
    belay_vec3 n = plane->normal;
    bool is_good =
        bl_is_usable(n.x) && bl_is_usable(n.y) && bl_is_usable(n.z) && v3_length(n) > 1.0 / BL_SHAPE_LARGEST_NUMBER;
    if (!is_good)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "plane.normal is (%g, %g, %g); it must be finite, at most 1e30 in size and not zero",
                               n.x, n.y, n.z);
    return bl_check_usable(error, "plane.offset", plane->offset);
}

static void measure(const belay_shape* shape, bl_shape_numbers* numbers)
{
    double length = v3_length(shape->plane.normal);
    numbers->half = q_rotate(numbers->pose.rotation, v3_scale(1.0 / length, shape->plane.normal));
    numbers->radius = shape->plane.offset + v3_dot(numbers->half, numbers->pose.position);
}

static bool has_size(const bl_shape_numbers* numbers)
{
    return fabs(v3_length(numbers->half) - 1.0) <= BL_SHAPE_UNIT_ROUNDING && isfinite(numbers->radius);
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)block;
    shape->plane = (belay_plane){numbers->half, numbers->radius};
}

const bl_shape_ops bl_shape_plane = {
    .name = "plane",
    .family = BL_FAMILY_PLANE,
    .rank = BL_RANK_PLANE,
    .check = check,
    .measure = measure,
    .describe = describe,
    .has_size = has_size,
};
