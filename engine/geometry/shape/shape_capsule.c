// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/result.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/shape/core_nearest.h"
#include "geometry/shape_check.h"
#include "math/pi.h"

static belay_vec3 support(const bl_convex* core, belay_vec3 direction)
{
    return v3(0.0, 0.0, direction.z < 0.0 ? -core->half.z : core->half.z);
}

static void bounds(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    belay_vec3 axis = m3_column(*rotation, 2);
    *upper = v3_scale(core->half.z, v3(fabs(axis.x), fabs(axis.y), fabs(axis.z)));
    *lower = v3_neg(*upper);
}

static void box(const bl_convex* core, belay_vec3* center, belay_vec3* half)
{
    *center = v3_zero();
    *half = v3(0.0, 0.0, core->half.z);
}

static double bounding_radius(const bl_convex* core, belay_vec3 point)
{
    return v3_length(v3(point.x, point.y, fabs(point.z) + core->half.z));
}

static bool find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    double half = core->half.z;
    belay_vec3 point = v3(0.0, 0.0, fmin(fmax(x.z, -half), half));
    *nearest = bl_nearest_outside(point, v3_sub(x, point), v3(1.0, 0.0, 0.0));
    return true;
}

static bool cast_ray(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal)
{
    bl_ray_span span = bl_ray_span_capsule(ray, core->half.z, core->radius);
    return bl_ray_span_hit(&span, ray->displacement, time, normal);
}

// A cylinder between two half balls. A half ball has its centre of mass 3/8 r from the cut and the moment
// 83/320 m r^2 across there; 83/320 + 9/64 = 2/5.
static belay_mass mass(const bl_convex* core, double density)
{
    double r = core->radius, l = 2.0 * core->half.z, r2 = r * r, l2 = l * l;
    double tube = density * BL_PI * r2 * l, ball = density * (4.0 / 3.0) * BL_PI * r2 * r;
    double across = tube * (0.25 * r2 + l2 / 12.0) + ball * (0.4 * r2 + 0.375 * r * l + 0.25 * l2);
    return bl_mass_make(tube + ball, v3_zero(), across, across, 0.5 * tube * r2 + 0.4 * ball * r2);
}

const bl_core_ops bl_core_segment = {
    .core_class = BL_CORE_SEGMENT,
    .is_axisymmetric = true,
    .support = support,
    .bounds = bounds,
    .box = box,
    .bounding_radius = bounding_radius,
    .middle = bl_core_origin,
    .find_nearest = find_nearest,
    .cast_ray = cast_ray,
    .casts_thick = true,
    .mass = mass,
};

static belay_result check(const belay_shape* shape, belay_error* error)
{
    const belay_capsule* capsule = &shape->capsule;
    belay_result result = bl_check_size(error, "capsule.radius", capsule->radius);
    if (result == BELAY_OK) result = bl_check_usable(error, "capsule.length", capsule->length);
    if (result != BELAY_OK) return result;
    if (capsule->length >= 0.0 && capsule->length <= BL_SHAPE_LARGEST) return BELAY_OK;
    return belay_error_set(error, capsule->length < 0.0 ? BELAY_ERROR_VALUE : BELAY_ERROR_SHAPE,
                           "capsule.length is %g; it must be from 0 to %g m", capsule->length, BL_SHAPE_LARGEST);
}

static void measure(const belay_shape* shape, bl_shape_numbers* numbers)
{
    numbers->radius = shape->capsule.radius;
    numbers->half = v3(0.0, 0.0, 0.5 * shape->capsule.length);
}

static bool has_size(const bl_shape_numbers* numbers)
{
    return numbers->radius > 0.0 && numbers->half.z >= 0.0;
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)block;
    shape->capsule = (belay_capsule){2.0 * numbers->half.z, numbers->radius};
}

const bl_shape_ops bl_shape_capsule = {
    .name = "capsule",
    .family = BL_FAMILY_SOLID,
    .core = BL_CONVEX_SEGMENT,
    .rank = 1,
    .check = check,
    .measure = measure,
    .describe = describe,
    .has_size = has_size,
};
