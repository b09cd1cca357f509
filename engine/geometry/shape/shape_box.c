// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/shape_ops.h"
#include "geometry/shape/core_nearest.h"
#include "geometry/shape_check.h"

static belay_vec3 support(const bl_convex* core, belay_vec3 direction)
{
    belay_vec3 half = core->half;
    return v3(direction.x < 0.0 ? -half.x : half.x, direction.y < 0.0 ? -half.y : half.y,
              direction.z < 0.0 ? -half.z : half.z);
}

static belay_vec3 absolute(belay_vec3 a)
{
    return v3(fabs(a.x), fabs(a.y), fabs(a.z));
}

static void bounds(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    belay_vec3 half = core->half, along = v3_scale(half.z, absolute(m3_column(*rotation, 2)));
    along = v3_add_scaled(along, half.x, absolute(m3_column(*rotation, 0)));
    *upper = v3_add_scaled(along, half.y, absolute(m3_column(*rotation, 1)));
    *lower = v3_neg(*upper);
}

static double bounding_radius(const bl_convex* core, belay_vec3 point)
{
    return v3_length(v3_add(absolute(point), core->half));
}

// Across the face of a box about the origin with coordinate x inside: how far, and which way.
static double depth_under_face(double x, double half, double* sign)
{
    *sign = x < 0.0 ? -1.0 : 1.0;
    return half - fabs(x);
}

static bl_core_nearest place_inside(belay_vec3 half, belay_vec3 x)
{
    belay_vec3 sign;
    double dx = depth_under_face(x.x, half.x, &sign.x), dy = depth_under_face(x.y, half.y, &sign.y);
    double dz = depth_under_face(x.z, half.z, &sign.z);
    if (dz <= dx && dz <= dy) return (bl_core_nearest){-dz, v3(x.x, x.y, sign.z * half.z), v3(0.0, 0.0, sign.z)};
    if (dy <= dx) return (bl_core_nearest){-dy, v3(x.x, sign.y * half.y, x.z), v3(0.0, sign.y, 0.0)};
    return (bl_core_nearest){-dx, v3(sign.x * half.x, x.y, x.z), v3(sign.x, 0.0, 0.0)};
}

static bool find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    belay_vec3 half = core->half;
    belay_vec3 point =
        v3(fmin(fmax(x.x, -half.x), half.x), fmin(fmax(x.y, -half.y), half.y), fmin(fmax(x.z, -half.z), half.z));
    belay_vec3 displacement = v3_sub(x, point);
    bool is_outside = v3_length_squared(displacement) > 0.0;
    *nearest = is_outside ? bl_nearest_outside(point, displacement, v3_zero()) : place_inside(half, x);
    return true;
}

static bool cast_ray(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal)
{
    bl_ray_span span = bl_ray_span_box(ray, core->half);
    return bl_ray_span_hit(&span, ray->displacement, time, normal);
}

static belay_mass mass(const bl_convex* core, double density)
{
    belay_vec3 s = v3_scale(2.0, core->half);
    double m = density * s.x * s.y * s.z, xx = s.x * s.x, yy = s.y * s.y, zz = s.z * s.z;
    return bl_mass_make(m, v3_zero(), m * (yy + zz) / 12.0, m * (zz + xx) / 12.0, m * (xx + yy) / 12.0);
}

const bl_core_ops bl_core_box = {
    .core_class = BL_CORE_POLYTOPE,
    .support = support,
    .bounds = bounds,
    .box = bl_core_half_box,
    .bounding_radius = bounding_radius,
    .middle = bl_core_origin,
    .find_nearest = find_nearest,
    .cast_ray = cast_ray,
    .mass = mass,
};

static belay_result check(const belay_shape* shape, belay_error* error)
{
    return bl_check_sizes(error, "box.size", shape->box.size);
}

static void measure(const belay_shape* shape, bl_shape_numbers* numbers)
{
    numbers->half = v3_scale(0.5, shape->box.size);
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)block;
    shape->box = (belay_box){v3_scale(2.0, numbers->half)};
}

const bl_shape_ops bl_shape_box = {
    .name = "box",
    .family = BL_FAMILY_SOLID,
    .core = BL_CONVEX_BOX,
    .rank = 2,
    .check = check,
    .measure = measure,
    .describe = describe,
    .has_size = bl_shape_has_half,
};
