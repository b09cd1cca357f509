// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/shape_ops.h"
#include "geometry/shape/core_axisymmetric.h"
#include "math/pi.h"

static belay_vec3 min3(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static belay_vec3 max3(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

static belay_vec3 support(const bl_convex* core, belay_vec3 direction)
{
    belay_vec3 half = core->half;
    belay_vec3 apex = v3(0.0, 0.0, half.z), rim = bl_circle_support(half.x, -half.z, direction);
    return v3_dot(apex, direction) >= v3_dot(rim, direction) ? apex : rim;
}

static void bounds(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    belay_vec3 apex = v3_scale(core->half.z, m3_column(*rotation, 2));
    belay_vec3 rim = v3_scale(core->half.x, bl_disc_half_extents(rotation));
    *lower = min3(apex, v3_neg(v3_add(apex, rim)));
    *upper = max3(apex, v3_sub(rim, apex));
}

// The distance is a convex function, so it is largest at an extreme point.
static double bounding_radius(const bl_convex* core, belay_vec3 point)
{
    belay_vec3 half = core->half;
    return fmax(v3_distance(v3(0.0, 0.0, half.z), point), bl_circle_bounding_radius(half.x, -half.z, point));
}

static belay_vec3 middle(const bl_convex* core)
{
    return v3(0.0, 0.0, -0.5 * core->half.z);
}

// The side is the line from the apex to the rim, `over` it, `down` it from the apex.
static bl_profile_nearest profile_nearest(belay_vec3 half, double across, double along)
{
    double length = sqrt(half.x * half.x + 4.0 * half.z * half.z);
    double sine = half.x / length, cosine = 2.0 * half.z / length; // of the half angle at the apex
    double over = across * cosine + (along - half.z) * sine, down = across * sine - (along - half.z) * cosine;
    double over_base = -half.z - along;
    bl_profile_nearest side = {over, down * sine, half.z - down * cosine, cosine, sine};
    bl_profile_nearest base = {over_base, across, -half.z, 0.0, -1.0};
    if (over <= 0.0 && over_base <= 0.0) return over >= over_base ? side : base;
    if (over_base > 0.0 && across <= half.x) return base;
    if (down >= length) return bl_profile_corner(half.x, -half.z, across - half.x, -over_base);
    return down <= 0.0 ? bl_profile_corner(0.0, half.z, across, along - half.z) : side;
}

static bool find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    *nearest = bl_axisymmetric_nearest(core, x, profile_nearest);
    return true;
}

static bool cast_ray(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal)
{
    bl_ray_span span = bl_ray_span_cone(ray, core->half.x, core->half.z);
    return bl_ray_span_hit(&span, ray->displacement, time, normal);
}

// The centre of mass is a quarter of the height above the base.
static belay_mass mass(const bl_convex* core, double density)
{
    double r2 = core->half.x * core->half.x, h = 2.0 * core->half.z, m = density * BL_PI * r2 * h / 3.0;
    double across = 3.0 / 80.0 * m * (4.0 * r2 + h * h);
    return bl_mass_make(m, v3(0.0, 0.0, -0.25 * h), across, across, 0.3 * m * r2);
}

const bl_core_ops bl_core_cone = {
    .core_class = BL_CORE_AXISYMMETRIC,
    .is_axisymmetric = true,
    .support = support,
    .bounds = bounds,
    .box = bl_axisymmetric_box,
    .bounding_radius = bounding_radius,
    .middle = middle,
    .find_nearest = find_nearest,
    .cast_ray = cast_ray,
    .mass = mass,
};

static belay_result check(const belay_shape* shape, belay_error* error)
{
    return bl_axisymmetric_check(error, "cone", shape->cone.radius, shape->cone.height);
}

static void measure(const belay_shape* shape, bl_shape_numbers* numbers)
{
    bl_axisymmetric_measure(shape->cone.radius, shape->cone.height, numbers);
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)block;
    shape->cone = (belay_cone){2.0 * numbers->half.z, numbers->half.x};
}

const bl_shape_ops bl_shape_cone = {
    .name = "cone",
    .family = BL_FAMILY_SOLID,
    .core = BL_CONVEX_CONE,
    .rank = 4,
    .check = check,
    .measure = measure,
    .describe = describe,
    .has_size = bl_shape_has_half,
};
