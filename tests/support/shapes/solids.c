// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/shapes/solids.h"
#include "support/chance.h"

#include "core/alloc.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

belay_vec3 solid_random_direction(uint64_t* lot)
{
    belay_vec3 d;
    do {
        d = chance_vector(lot, 1.0);
    } while (v3_length(d) > 1.0 || v3_length(d) < 0.1);
    return v3_scale(1.0 / v3_length(d), d);
}

belay_quat solid_random_rotation(uint64_t* lot)
{
    double angle = chance_between(lot, 0.0, 6.3);
    return q_exp(v3_scale(angle, solid_random_direction(lot)));
}

belay_pose solid_random_pose(uint64_t* lot, double size)
{
    belay_vec3 position = chance_vector(lot, size);
    return (belay_pose){position, solid_random_rotation(lot)};
}

bl_convex solid_make(bl_convex_kind kind, double radius, belay_vec3 half)
{
    bl_convex solid;
    memset(&solid, 0, sizeof solid);
    solid.kind = kind;
    solid.radius = radius;
    solid.half = half;
    return solid;
}

// The block moves into plain memory, so that nothing but the hull itself is left to free.
bl_convex solid_make_hull(const belay_vec3* points, int count, double radius)
{
    bl_convex solid = solid_make(BL_CONVEX_HULL, radius, v3_zero());
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block = NULL;
    belay_result result = bl_hull_build(points, count, &allocator, &block, &error);
    cr_assert(result == BELAY_OK, "%s", error.message);
    bl_hull* hull = malloc(((const bl_hull*)(const void*)block)->storage_size);
    memcpy(hull, block, ((const bl_hull*)(const void*)block)->storage_size);
    arrfree(block);
    solid.hull = hull;
    return solid;
}

bl_convex solid_random_make(uint64_t* lot, bl_convex_kind kind, double radius)
{
    belay_vec3 half, points[12];
    half.x = chance_between(lot, 0.3, 1.0);
    half.y = chance_between(lot, 0.3, 1.0);
    half.z = chance_between(lot, 0.3, 1.0);
    bl_convex solid = solid_make(kind, radius, half);
    for (int i = 0; i < 3; i++)
        solid.corners[i] = chance_vector(lot, 1.0);
    if (kind != BL_CONVEX_HULL) return solid;
    int count = 5 + (int)(8.0 * chance_next(lot));
    for (int i = 0; i < count; i++)
        points[i] = solid_random_direction(lot);
    return solid_make_hull(points, count, radius);
}

bl_convex solid_scale(const bl_convex* solid, double scale)
{
    bl_convex scaled = *solid;
    belay_vec3 points[BELAY_MAX_HULL_VERTICES];
    scaled.radius *= scale;
    scaled.half = v3_scale(scale, solid->half);
    for (int i = 0; i < 3; i++)
        scaled.corners[i] = v3_scale(scale, solid->corners[i]);
    if (solid->kind != BL_CONVEX_HULL) return scaled;
    int count = (int)solid->hull->vertex_count;
    for (int i = 0; i < count; i++)
        points[i] = v3_scale(scale, bl_hull_vertices(solid->hull)[i]);
    return solid_make_hull(points, count, scaled.radius);
}

void solid_fini(bl_convex* solid)
{
    if (solid->kind == BL_CONVEX_HULL) free((void*)(uintptr_t)solid->hull);
}

double solid_gap_along(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, belay_vec3 n)
{
    belay_vec3 in_a = q_rotate_inverse(pose_a.rotation, n), in_b = q_rotate_inverse(pose_b.rotation, n);
    double low_a = v3_dot(in_a, bl_convex_support(a, v3_neg(in_a))) - a->radius;
    double high_b = v3_dot(in_b, bl_convex_support(b, in_b)) + b->radius;
    return v3_dot(n, v3_sub(pose_a.position, pose_b.position)) + low_a - high_b;
}

static double outside_hull(const bl_hull* hull, belay_vec3 p)
{
    double most = -INFINITY;
    for (uint32_t i = 0; i < hull->face_count; i++)
        most = fmax(most, v3_dot(bl_hull_faces(hull)[i].normal, p) - bl_hull_faces(hull)[i].offset);
    return most;
}

// Distance of a point from a triangle: over its inside, or to an edge.
static double outside_triangle(const belay_vec3 c[3], belay_vec3 p)
{
    belay_vec3 n = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
    double least = INFINITY;
    bool is_over = true;
    for (int i = 0; i < 3; i++) {
        belay_vec3 from = c[i], edge = v3_sub(c[(i + 1) % 3], from);
        double t = v3_dot(v3_sub(p, from), edge) / v3_length_squared(edge);
        least = fmin(least, v3_distance(p, v3_add_scaled(from, fmin(fmax(t, 0.0), 1.0), edge)));
        is_over = is_over && v3_dot(v3_cross(edge, v3_sub(p, from)), n) >= 0.0;
    }
    return is_over ? fabs(v3_dot(v3_sub(p, c[0]), n)) / v3_length(n) : least;
}

double solid_outside(const bl_convex* solid, belay_vec3 p)
{
    belay_vec3 h = solid->half;
    double across = sqrt(p.x * p.x + p.y * p.y);
    switch (solid->kind) {
    case BL_CONVEX_POINT:
        return v3_length(p) - solid->radius;
    case BL_CONVEX_SEGMENT:
        return v3_length(v3(across, 0.0, fmax(fabs(p.z) - h.z, 0.0))) - solid->radius;
    case BL_CONVEX_TRIANGLE:
        return outside_triangle(solid->corners, p) - solid->radius;
    case BL_CONVEX_BOX:
        return fmax(fmax(fabs(p.x) - h.x, fabs(p.y) - h.y), fabs(p.z) - h.z) - solid->radius;
    case BL_CONVEX_HULL:
        return outside_hull(solid->hull, p) - solid->radius;
    case BL_CONVEX_CYLINDER:
        return fmax(across - h.x, fabs(p.z) - h.z) - solid->radius;
    case BL_CONVEX_ELLIPSOID:
        return (v3_length(v3(p.x / h.x, p.y / h.y, p.z / h.z)) - 1.0) * fmin(h.x, fmin(h.y, h.z)) - solid->radius;
    case BL_CONVEX_CONE:
        return fmax(2.0 * h.z * across + h.x * (p.z - h.z), -h.z - p.z) - solid->radius;
    }
    return INFINITY;
}
