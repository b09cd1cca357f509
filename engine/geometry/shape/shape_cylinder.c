// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/shape_ops.h"
#include "geometry/shape/core_axisymmetric.h"
#include "math/pi.h"

static belay_vec3 support(const bl_convex* core, belay_vec3 direction)
{
    return bl_circle_support(core->half.x, direction.z < 0.0 ? -core->half.z : core->half.z, direction);
}

static void bounds(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    belay_vec3 axis = m3_column(*rotation, 2);
    belay_vec3 along = v3_scale(core->half.z, v3(fabs(axis.x), fabs(axis.y), fabs(axis.z)));
    *upper = v3_add_scaled(along, core->half.x, bl_disc_half_extents(rotation));
    *lower = v3_neg(*upper);
}

static double bounding_radius(const bl_convex* core, belay_vec3 point)
{
    return bl_circle_bounding_radius(core->half.x, point.z < 0.0 ? core->half.z : -core->half.z, point);
}

static bl_profile_nearest profile_nearest(belay_vec3 half, double across, double along)
{
    double sign = along < 0.0 ? -1.0 : 1.0;
    double over_side = across - half.x, over_cap = fabs(along) - half.z;
    bl_profile_nearest cap = {over_cap, across, sign * half.z, 0.0, sign};
    bl_profile_nearest side = {over_side, half.x, along, 1.0, 0.0};
    if (over_side > 0.0 && over_cap > 0.0) return bl_profile_corner(half.x, sign * half.z, over_side, sign * over_cap);
    return over_cap >= over_side ? cap : side;
}

static bool find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    *nearest = bl_axisymmetric_nearest(core, x, profile_nearest);
    return true;
}

static bool cast_ray(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal)
{
    bl_ray_span span = bl_ray_span_cylinder(ray, core->half.x, core->half.z);
    return bl_ray_span_hit(&span, ray->displacement, time, normal);
}

static belay_mass mass(const bl_convex* core, double density)
{
    double r2 = core->half.x * core->half.x, h = 2.0 * core->half.z, m = density * BL_PI * r2 * h;
    double across = m * (3.0 * r2 + h * h) / 12.0;
    return bl_mass_make(m, v3_zero(), across, across, 0.5 * m * r2);
}

const bl_core_ops bl_core_cylinder = {
    .core_class = BL_CORE_AXISYMMETRIC,
    .is_axisymmetric = true,
    .support = support,
    .bounds = bounds,
    .box = bl_axisymmetric_box,
    .bounding_radius = bounding_radius,
    .middle = bl_core_origin,
    .find_nearest = find_nearest,
    .cast_ray = cast_ray,
    .mass = mass,
};

static belay_result check(const belay_shape* shape, belay_error* error)
{
    return bl_axisymmetric_check(error, "cylinder", shape->cylinder.radius, shape->cylinder.height);
}

static void measure(const belay_shape* shape, bl_shape_numbers* numbers)
{
    bl_axisymmetric_measure(shape->cylinder.radius, shape->cylinder.height, numbers);
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)block;
    shape->cylinder = (belay_cylinder){2.0 * numbers->half.z, numbers->half.x};
}

const bl_shape_ops bl_shape_cylinder = {
    .name = "cylinder",
    .family = BL_FAMILY_SOLID,
    .core = BL_CONVEX_CYLINDER,
    .rank = 3,
    .check = check,
    .measure = measure,
    .describe = describe,
    .has_size = bl_shape_has_half,
};
