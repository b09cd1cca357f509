// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/shape_ops.h"
#include "geometry/shape/core_nearest.h"
#include "geometry/shape_check.h"
#include "math/pi.h"

static belay_vec3 support(const bl_convex* core, belay_vec3 direction)
{
    (void)core;
    (void)direction;
    return v3_zero();
}

static void bounds(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    (void)core;
    (void)rotation;
    *upper = v3_zero();
    *lower = v3_neg(*upper);
}

static void box(const bl_convex* core, belay_vec3* center, belay_vec3* half)
{
    (void)core;
    *center = *half = v3_zero();
}

static double bounding_radius(const bl_convex* core, belay_vec3 point)
{
    (void)core;
    return v3_length(point);
}

static bool find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    (void)core;
    *nearest = bl_nearest_outside(v3_zero(), x, v3(0.0, 0.0, 1.0));
    return true;
}

static bool cast_ray(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal)
{
    bl_ray_span span = bl_ray_span_ball(ray, v3_zero(), core->radius);
    return bl_ray_span_hit(&span, ray->displacement, time, normal);
}

static belay_mass mass(const bl_convex* core, double density)
{
    double r2 = core->radius * core->radius;
    double m = density * (4.0 / 3.0) * BL_PI * r2 * core->radius, i = 0.4 * m * r2;
    return bl_mass_make(m, v3_zero(), i, i, i);
}

const bl_core_ops bl_core_point = {
    .core_class = BL_CORE_POINT,
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
    const belay_sphere* sphere = &shape->sphere;
    belay_result result = bl_check_size(error, "sphere.radius", sphere->radius);
    return result == BELAY_OK ? bl_check_point(error, "sphere.center", sphere->center) : result;
}

static void measure(const belay_shape* shape, bl_shape_numbers* numbers)
{
    numbers->pose.position = pose_apply(numbers->pose, shape->sphere.center);
    numbers->radius = shape->sphere.radius;
}

static bool has_size(const bl_shape_numbers* numbers)
{
    return numbers->radius > 0.0;
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)block;
    shape->sphere = (belay_sphere){v3_zero(), numbers->radius};
}

const bl_shape_ops bl_shape_sphere = {
    .name = "sphere",
    .family = BL_FAMILY_SOLID,
    .core = BL_CONVEX_POINT,
    .rank = 0,
    .check = check,
    .measure = measure,
    .describe = describe,
    .has_size = has_size,
};
