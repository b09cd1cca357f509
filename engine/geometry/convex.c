// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex.h"

static belay_vec3 min3(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static belay_vec3 max3(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

// The first point of those that are furthest along the direction.
static belay_vec3 furthest(const belay_vec3* points, uint32_t count, belay_vec3 direction)
{
    uint32_t best = 0;
    double most = v3_dot(points[0], direction);
    for (uint32_t i = 1; i < count; i++) {
        double along = v3_dot(points[i], direction);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return points[best];
}

// The point of a circle of `radius` about z, at height z, that is furthest along the direction: its middle when the
// direction has no part across. Scaled first, so that the squares of a short direction do not vanish.
static belay_vec3 circle_support(double radius, double z, belay_vec3 direction)
{
    double scale = fmax(fabs(direction.x), fabs(direction.y));
    if (!(scale > 0.0)) return v3(0.0, 0.0, z);
    double x = direction.x / scale, y = direction.y / scale;
    double s = radius / sqrt(x * x + y * y);
    return v3(s * x, s * y, z);
}

static belay_vec3 cone_support(belay_vec3 half, belay_vec3 direction)
{
    belay_vec3 apex = v3(0.0, 0.0, half.z), rim = circle_support(half.x, -half.z, direction);
    return v3_dot(apex, direction) >= v3_dot(rim, direction) ? apex : rim;
}

belay_vec3 bl_convex_support(const bl_convex* convex, belay_vec3 direction)
{
    belay_vec3 half = convex->half;
    switch (convex->kind) {
    case BL_CONVEX_POINT:
        break;
    case BL_CONVEX_SEGMENT:
        return v3(0.0, 0.0, direction.z < 0.0 ? -half.z : half.z);
    case BL_CONVEX_TRIANGLE:
        return furthest(convex->corners, 3, direction);
    case BL_CONVEX_BOX:
        return v3(direction.x < 0.0 ? -half.x : half.x, direction.y < 0.0 ? -half.y : half.y,
                  direction.z < 0.0 ? -half.z : half.z);
    case BL_CONVEX_HULL:
        return furthest(bl_hull_vertices(convex->hull), convex->hull->vertex_count, direction);
    case BL_CONVEX_CYLINDER:
        return circle_support(half.x, direction.z < 0.0 ? -half.z : half.z, direction);
    case BL_CONVEX_CONE:
        return cone_support(half, direction);
    }
    return v3_zero();
}

static void bounds_of_points(const belay_vec3* points, uint32_t count, const belay_mat33* rotation, belay_vec3* lower,
                             belay_vec3* upper)
{
    *lower = *upper = m3_mul_v3(*rotation, points[0]);
    for (uint32_t i = 1; i < count; i++) {
        belay_vec3 p = m3_mul_v3(*rotation, points[i]);
        *lower = min3(*lower, p);
        *upper = max3(*upper, p);
    }
}

// How far a disc of unit radius about the local z axis reaches along each world axis: for axis i it is the length of
// that axis' part across local z.
static belay_vec3 disc_reach(const belay_mat33* rotation)
{
    const double* m = rotation->m;
    return v3(sqrt(m[0] * m[0] + m[1] * m[1]), sqrt(m[3] * m[3] + m[4] * m[4]), sqrt(m[6] * m[6] + m[7] * m[7]));
}

static belay_vec3 absolute(belay_vec3 a)
{
    return v3(fabs(a.x), fabs(a.y), fabs(a.z));
}

// Half the size of the box about a core that is symmetric about the origin.
static belay_vec3 symmetric_half(const bl_convex* convex, const belay_mat33* rotation)
{
    belay_vec3 half = convex->half;
    belay_vec3 along = v3_scale(half.z, absolute(m3_column(*rotation, 2)));
    switch (convex->kind) {
    case BL_CONVEX_SEGMENT:
        return along;
    case BL_CONVEX_CYLINDER:
        return v3_add_scaled(along, half.x, disc_reach(rotation));
    case BL_CONVEX_BOX:
        along = v3_add_scaled(along, half.x, absolute(m3_column(*rotation, 0)));
        return v3_add_scaled(along, half.y, absolute(m3_column(*rotation, 1)));
    default:
        return v3_zero();
    }
}

static void cone_bounds(belay_vec3 half, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper)
{
    belay_vec3 apex = v3_scale(half.z, m3_column(*rotation, 2));
    belay_vec3 rim = v3_scale(half.x, disc_reach(rotation));
    *lower = min3(apex, v3_neg(v3_add(apex, rim)));
    *upper = max3(apex, v3_sub(rim, apex));
}

void bl_convex_bounds(const bl_convex* convex, belay_pose pose, belay_vec3* lower, belay_vec3* upper)
{
    belay_mat33 rotation = q_to_m3(pose.rotation);
    belay_vec3 lo, hi;
    if (convex->kind == BL_CONVEX_HULL) {
        bounds_of_points(bl_hull_vertices(convex->hull), convex->hull->vertex_count, &rotation, &lo, &hi);
    } else if (convex->kind == BL_CONVEX_TRIANGLE) {
        bounds_of_points(convex->corners, 3, &rotation, &lo, &hi);
    } else if (convex->kind == BL_CONVEX_CONE) {
        cone_bounds(convex->half, &rotation, &lo, &hi);
    } else {
        hi = symmetric_half(convex, &rotation);
        lo = v3_neg(hi);
    }
    belay_vec3 thickness = v3(convex->radius, convex->radius, convex->radius);
    *lower = v3_add(pose.position, v3_sub(lo, thickness));
    *upper = v3_add(pose.position, v3_add(hi, thickness));
}

static double reach_of_points(const belay_vec3* points, uint32_t count, belay_vec3 from)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, v3_length_squared(v3_sub(points[i], from)));
    return sqrt(most);
}

// To the far side of the circle of `radius` about z, at height z.
static double circle_reach(double radius, double z, belay_vec3 from)
{
    return v3_length(v3(sqrt(from.x * from.x + from.y * from.y) + radius, 0.0, z - from.z));
}

// The distance is a convex function, so it is largest at an extreme point of the core.
static double core_reach(const bl_convex* convex, belay_vec3 from)
{
    belay_vec3 half = convex->half;
    switch (convex->kind) {
    case BL_CONVEX_POINT:
        break;
    case BL_CONVEX_SEGMENT:
        return v3_length(v3(from.x, from.y, fabs(from.z) + half.z));
    case BL_CONVEX_TRIANGLE:
        return reach_of_points(convex->corners, 3, from);
    case BL_CONVEX_BOX:
        return v3_length(v3_add(absolute(from), half));
    case BL_CONVEX_HULL:
        return reach_of_points(bl_hull_vertices(convex->hull), convex->hull->vertex_count, from);
    case BL_CONVEX_CYLINDER:
        return circle_reach(half.x, from.z < 0.0 ? half.z : -half.z, from);
    case BL_CONVEX_CONE:
        return fmax(v3_distance(v3(0.0, 0.0, half.z), from), circle_reach(half.x, -half.z, from));
    }
    return v3_length(from);
}

double bl_convex_reach(const bl_convex* convex, belay_vec3 point)
{
    return core_reach(convex, point) + convex->radius;
}

belay_vec3 bl_convex_middle(const bl_convex* convex)
{
    if (convex->kind == BL_CONVEX_HULL) return convex->hull->mass.center_of_mass;
    if (convex->kind == BL_CONVEX_CONE) return v3(0.0, 0.0, -0.5 * convex->half.z);
    if (convex->kind != BL_CONVEX_TRIANGLE) return v3_zero();
    const belay_vec3* c = convex->corners;
    return v3_scale(1.0 / 3.0, v3_add(c[0], v3_add(c[1], c[2])));
}
