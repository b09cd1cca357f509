// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A triangle of a mesh.

#include "geometry/convex/shape_ops.h"
#include "geometry/distance/gjk_simplex.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/mesh/mesh_internal.h"
#include "geometry/shape/core_nearest.h"
#include "geometry/shape/core_points.h"

static belay_vec3 support(const bl_convex* core, belay_vec3 direction)
{
    return bl_points_support(core->corners, 3, direction);
}

static void bounds(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    bl_points_bounds(core->corners, 3, rotation, lower, upper);
}

static void box(const bl_convex* core, belay_vec3* center, belay_vec3* half)
{
    belay_vec3 lower, upper;
    lower = upper = core->corners[0];
    for (int i = 1; i < 3; i++) {
        belay_vec3 c = core->corners[i];
        lower = v3(fmin(lower.x, c.x), fmin(lower.y, c.y), fmin(lower.z, c.z));
        upper = v3(fmax(upper.x, c.x), fmax(upper.y, c.y), fmax(upper.z, c.z));
    }
    *center = v3_scale(0.5, v3_add(lower, upper));
    *half = v3_scale(0.5, v3_sub(upper, lower));
}

static double bounding_radius(const bl_convex* core, belay_vec3 point)
{
    return bl_points_bounding_radius(core->corners, 3, point);
}

static belay_vec3 middle(const bl_convex* core)
{
    const belay_vec3* c = core->corners;
    return v3_scale(1.0 / 3.0, v3_add(c[0], v3_add(c[1], c[2])));
}

static belay_vec3 triangle_normal(const belay_vec3 c[3])
{
    belay_vec3 ab = v3_sub(c[1], c[0]), ac = v3_sub(c[2], c[0]);
    belay_vec3 longer = v3_length_squared(ab) > v3_length_squared(ac) ? ab : ac;
    belay_vec3 across = v3_any_orthogonal(v3_normalize_or(longer, v3(1.0, 0.0, 0.0)));
    return v3_normalize_or(v3_cross(ab, ac), across);
}

static bl_core_nearest place_on(const belay_vec3 corners[3], belay_vec3 x)
{
    static const int index[4] = {0, 1, 2, 3};
    belay_vec3 p[4];
    double size = 0.0;
    bl_simplex_nearest nearest;
    for (int i = 0; i < 3; i++) {
        p[i] = v3_sub(corners[i], x);
        size = fmax(size, v3_length_squared(p[i]));
    }
    p[3] = v3_zero();
    bl_nearest_on_simplex(p, index, 3, &nearest);
    bool is_touching = v3_length_squared(nearest.point) <= BL_DISTANCE_TOUCHING * BL_DISTANCE_TOUCHING * size;
    if (is_touching) return (bl_core_nearest){0.0, x, triangle_normal(corners)};
    return bl_nearest_outside(v3_add(x, nearest.point), v3_neg(nearest.point), v3_zero());
}

static bool find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    *nearest = place_on(core->corners, x);
    return true;
}

static bool cast_ray(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal)
{
    const belay_vec3* corners = core->corners;
    if (!bl_triangle_cast_ray(corners, ray->origin, ray->displacement, time)) return false;
    belay_vec3 n = v3_cross(v3_sub(corners[1], corners[0]), v3_sub(corners[2], corners[0]));
    n = v3_normalize_or(n, bl_ray_against(ray->displacement));
    *normal = v3_dot(n, ray->displacement) > 0.0 ? v3_neg(n) : n;
    return true;
}

const bl_core_ops bl_core_triangle = {
    .core_class = BL_CORE_POLYTOPE,
    .support = support,
    .bounds = bounds,
    .box = box,
    .bounding_radius = bounding_radius,
    .middle = middle,
    .find_nearest = find_nearest,
    .cast_ray = cast_ray,
};
