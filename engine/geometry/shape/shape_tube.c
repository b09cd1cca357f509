// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/result.h"
#include "core/alloc.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/curve/curve.h"
#include "geometry/shape/shape_block_check.h"
#include "geometry/shape_check.h"

#include <string.h>

static belay_result check(const belay_shape* shape, belay_error* error)
{
    const belay_tube* tube = &shape->tube;
    if (tube->points == NULL) return belay_error_set(error, BELAY_ERROR_SHAPE, "tube.points is null; it must be given");
    if (bl_curve_storage_size(tube->point_count, tube->is_closed) == 0)
        return belay_error_set(error, BELAY_ERROR_SHAPE, "tube.point_count is %d; that of %s tube must be %d to %d",
                               tube->point_count, tube->is_closed ? "a closed" : "an open", tube->is_closed ? 3 : 2,
                               BL_CURVE_MAX_POINTS);
    return bl_check_size(error, "tube.radius", tube->radius);
}

static void measure(const belay_shape* shape, bl_shape_numbers* numbers)
{
    numbers->radius = shape->tube.radius;
}

static bool has_size(const bl_shape_numbers* numbers)
{
    return numbers->radius > 0.0;
}

// The curve as a block of its own.
static belay_result build(const belay_shape* shape, const belay_allocator* allocator, unsigned char** block,
                          belay_error* error)
{
    const belay_tube* tube = &shape->tube;
    size_t size = bl_curve_storage_size(tube->point_count, tube->is_closed);
    bool ok = true;
    BL_ARRAY_RESERVE(*block, size, allocator, &ok);
    if (!ok) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for a tube of %d points", tube->point_count);
    memset(*block, 0, size); // bytes between the fields too, for snapshots
    arrsetlen(*block, size);
    return bl_curve_build((bl_curve*)(void*)*block, tube->points, tube->point_count, tube->is_closed, tube->radius,
                          error);
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    const bl_curve* curve = block;
    shape->tube = (belay_tube){NULL, curve->span_count + !curve->is_closed, curve->is_closed, numbers->radius};
}

const bl_shape_ops bl_shape_tube = {
    .name = "tube",
    .family = BL_FAMILY_TUBE,
    .rank = 6,
    .check = check,
    .measure = measure,
    .describe = describe,
    .has_size = has_size,
    .build = build,
    .is_block_whole = bl_curve_block_is_whole,
};
