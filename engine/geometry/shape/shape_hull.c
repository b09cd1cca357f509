// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/shape_ops.h"
#include "geometry/shape/core_points.h"
#include "geometry/shape/shape_block_check.h"
#include "geometry/shape_check.h"

static belay_vec3 support(const bl_convex* core, belay_vec3 direction)
{
    return bl_points_support(bl_hull_vertices(core->hull), core->hull->vertex_count, direction);
}

static void bounds(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    bl_points_bounds(bl_hull_vertices(core->hull), core->hull->vertex_count, rotation, lower, upper);
}

static void box(const bl_convex* core, belay_vec3* center, belay_vec3* half)
{
    *center = v3_scale(0.5, v3_add(core->hull->lower, core->hull->upper));
    *half = v3_scale(0.5, v3_sub(core->hull->upper, core->hull->lower));
}

static double bounding_radius(const bl_convex* core, belay_vec3 point)
{
    return bl_points_bounding_radius(bl_hull_vertices(core->hull), core->hull->vertex_count, point);
}

static belay_vec3 middle(const bl_convex* core)
{
    return core->hull->mass.center_of_mass;
}

// Of points inside; false for those outside.
static bool find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    const bl_hull* hull = core->hull;
    const bl_hull_face* faces = bl_hull_faces(hull);
    nearest->distance = -INFINITY;
    for (uint32_t i = 0; i < hull->face_count; i++) {
        double over = v3_dot(faces[i].normal, x) - faces[i].offset;
        if (over > 0.0) return false;
        if (!(over > nearest->distance)) continue;
        nearest->distance = over;
        nearest->normal = faces[i].normal;
    }
    nearest->point = v3_add_scaled(x, -nearest->distance, nearest->normal);
    return true;
}

static bool cast_ray(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal)
{
    bl_ray_span span = bl_ray_span_hull(ray, core->hull);
    return bl_ray_span_hit(&span, ray->displacement, time, normal);
}

static belay_mass mass(const bl_convex* core, double density)
{
    belay_mass m = core->hull->mass;
    m.mass *= density;
    m.inertia = m3_scale(density, m.inertia);
    return m;
}

const bl_core_ops bl_core_hull = {
    .core_class = BL_CORE_POLYTOPE,
    .support = support,
    .bounds = bounds,
    .box = box,
    .bounding_radius = bounding_radius,
    .middle = middle,
    .find_nearest = find_nearest,
    .cast_ray = cast_ray,
    .mass = mass,
};

static belay_result check(const belay_shape* shape, belay_error* error)
{
    const belay_hull* hull = &shape->hull;
    belay_result result = bl_check_pointer(error, "hull.points", hull->points);
    if (result == BELAY_OK) result = bl_check_count(error, "hull.point_count", hull->point_count, 4);
    return result == BELAY_OK ? bl_check_points(error, "hull.points", hull->points, hull->point_count) : result;
}

static bool has_size(const bl_shape_numbers* numbers)
{
    (void)numbers;
    return true;
}

static belay_result build(const belay_shape* shape, const belay_allocator* allocator, unsigned char** block,
                          belay_error* error)
{
    return bl_hull_build(shape->hull.points, shape->hull.point_count, allocator, block, error);
}

static void describe(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)numbers;
    shape->hull = (belay_hull){NULL, (int)((const bl_hull*)block)->vertex_count};
}

const bl_shape_ops bl_shape_hull = {
    .name = "hull",
    .family = BL_FAMILY_SOLID,
    .core = BL_CONVEX_HULL,
    .rank = 2,
    .check = check,
    .describe = describe,
    .has_size = has_size,
    .build = build,
    .is_block_whole = bl_hull_block_is_whole,
};
