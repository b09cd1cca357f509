// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance_point.h"

#include "geometry/gjk_simplex.h"

// Nearer than this part of the size, the way from the place to the point is rounding.
static const double touching = 1e-15;

static bl_core_place place_outside(belay_vec3 point, belay_vec3 way, belay_vec3 fallback)
{
    double distance = v3_length(way);
    return (bl_core_place){distance, point, distance > 0.0 ? v3_scale(1.0 / distance, way) : fallback};
}

static bl_core_place place_on_segment(double half, belay_vec3 x)
{
    belay_vec3 point = v3(0.0, 0.0, fmin(fmax(x.z, -half), half));
    return place_outside(point, v3_sub(x, point), v3(1.0, 0.0, 0.0));
}

static belay_vec3 triangle_normal(const belay_vec3 c[3])
{
    belay_vec3 ab = v3_sub(c[1], c[0]), ac = v3_sub(c[2], c[0]);
    belay_vec3 longer = v3_length_squared(ab) > v3_length_squared(ac) ? ab : ac;
    belay_vec3 across = v3_any_orthogonal(v3_normalize_or(longer, v3(1.0, 0.0, 0.0)));
    return v3_normalize_or(v3_cross(ab, ac), across);
}

static bl_core_place place_on_triangle(const belay_vec3 corners[3], belay_vec3 x)
{
    static const int index[4] = {0, 1, 2, 3};
    belay_vec3 p[4];
    double size = 0.0;
    bl_nearest nearest;
    for (int i = 0; i < 3; i++) {
        p[i] = v3_sub(corners[i], x);
        size = fmax(size, v3_length_squared(p[i]));
    }
    p[3] = v3_zero();
    bl_nearest_on_simplex(p, index, 3, &nearest);
    bool is_touching = v3_length_squared(nearest.point) <= touching * touching * size;
    if (is_touching) return (bl_core_place){0.0, x, triangle_normal(corners)};
    return place_outside(v3_add(x, nearest.point), v3_neg(nearest.point), v3_zero());
}

// Across the face of a box about the origin with coordinate x inside: how far, and which way.
static double depth_under_face(double x, double half, double* sign)
{
    *sign = x < 0.0 ? -1.0 : 1.0;
    return half - fabs(x);
}

static bl_core_place place_in_box(belay_vec3 half, belay_vec3 x)
{
    belay_vec3 sign;
    double dx = depth_under_face(x.x, half.x, &sign.x), dy = depth_under_face(x.y, half.y, &sign.y);
    double dz = depth_under_face(x.z, half.z, &sign.z);
    if (dz <= dx && dz <= dy) return (bl_core_place){-dz, v3(x.x, x.y, sign.z * half.z), v3(0.0, 0.0, sign.z)};
    if (dy <= dx) return (bl_core_place){-dy, v3(x.x, sign.y * half.y, x.z), v3(0.0, sign.y, 0.0)};
    return (bl_core_place){-dx, v3(sign.x * half.x, x.y, x.z), v3(sign.x, 0.0, 0.0)};
}

static bl_core_place place_on_box(belay_vec3 half, belay_vec3 x)
{
    belay_vec3 point =
        v3(fmin(fmax(x.x, -half.x), half.x), fmin(fmax(x.y, -half.y), half.y), fmin(fmax(x.z, -half.z), half.z));
    belay_vec3 way = v3_sub(x, point);
    if (v3_length_squared(way) > 0.0) return place_outside(point, way, v3_zero());
    return place_in_box(half, x);
}

// A place found in the half-plane through the z axis and the point: (across, along) are its coordinates there.
typedef struct profile_place {
    double distance, across, along, normal_across, normal_along;
} profile_place;

static bl_core_place turn_profile(belay_vec3 x, double across, profile_place p)
{
    double ex = across > 0.0 ? x.x / across : 1.0, ey = across > 0.0 ? x.y / across : 0.0;
    return (bl_core_place){p.distance, v3(ex * p.across, ey * p.across, p.along),
                           v3(ex * p.normal_across, ey * p.normal_across, p.normal_along)};
}

// On a corner of the profile, the rim or the apex.
static profile_place place_on_corner(double across, double along, double away_across, double away_along)
{
    double distance = sqrt(away_across * away_across + away_along * away_along);
    bool is_apex = across == 0.0;
    if (!(distance > 0.0)) return (profile_place){0.0, across, along, is_apex ? 0.0 : 1.0, is_apex ? 1.0 : 0.0};
    return (profile_place){distance, across, along, away_across / distance, away_along / distance};
}

static bl_core_place place_on_cylinder(belay_vec3 half, belay_vec3 x)
{
    double across = sqrt(x.x * x.x + x.y * x.y), sign = x.z < 0.0 ? -1.0 : 1.0;
    double over_side = across - half.x, over_cap = fabs(x.z) - half.z;
    profile_place cap = {over_cap, across, sign * half.z, 0.0, sign};
    profile_place side = {over_side, half.x, x.z, 1.0, 0.0};
    if (over_side > 0.0 && over_cap > 0.0)
        return turn_profile(x, across, place_on_corner(half.x, sign * half.z, over_side, sign * over_cap));
    return turn_profile(x, across, over_cap >= over_side ? cap : side);
}

// The side of a cone: the line from the apex to the rim, `over` it, `down` it from the apex.
static bl_core_place place_on_cone(belay_vec3 half, belay_vec3 x)
{
    double across = sqrt(x.x * x.x + x.y * x.y), length = sqrt(half.x * half.x + 4.0 * half.z * half.z);
    double sine = half.x / length, cosine = 2.0 * half.z / length; // of the half angle at the apex
    double over = across * cosine + (x.z - half.z) * sine, down = across * sine - (x.z - half.z) * cosine;
    double over_base = -half.z - x.z;
    profile_place side = {over, down * sine, half.z - down * cosine, cosine, sine};
    profile_place base = {over_base, across, -half.z, 0.0, -1.0};
    if (over <= 0.0 && over_base <= 0.0) return turn_profile(x, across, over >= over_base ? side : base);
    if (over_base > 0.0 && across <= half.x) return turn_profile(x, across, base);
    if (down >= length) return turn_profile(x, across, place_on_corner(half.x, -half.z, across - half.x, -over_base));
    if (down <= 0.0) return turn_profile(x, across, place_on_corner(0.0, half.z, across, x.z - half.z));
    return turn_profile(x, across, side);
}

static bool place_in_hull(const bl_hull* hull, belay_vec3 x, bl_core_place* place)
{
    const bl_hull_face* faces = bl_hull_faces(hull);
    place->distance = -INFINITY;
    for (uint32_t i = 0; i < hull->face_count; i++) {
        double over = v3_dot(faces[i].normal, x) - faces[i].offset;
        if (over > 0.0) return false;
        if (!(over > place->distance)) continue;
        place->distance = over;
        place->normal = faces[i].normal;
    }
    place->point = v3_add_scaled(x, -place->distance, place->normal);
    return true;
}

bool bl_core_find_place(const bl_convex* core, belay_vec3 x, bl_core_place* place)
{
    switch (core->kind) {
    case BL_CONVEX_POINT:
        *place = place_outside(v3_zero(), x, v3(0.0, 0.0, 1.0));
        break;
    case BL_CONVEX_SEGMENT:
        *place = place_on_segment(core->half.z, x);
        break;
    case BL_CONVEX_TRIANGLE:
        *place = place_on_triangle(core->corners, x);
        break;
    case BL_CONVEX_BOX:
        *place = place_on_box(core->half, x);
        break;
    case BL_CONVEX_HULL:
        return place_in_hull(core->hull, x, place);
    case BL_CONVEX_CYLINDER:
        *place = place_on_cylinder(core->half, x);
        break;
    case BL_CONVEX_CONE:
        *place = place_on_cone(core->half, x);
        break;
    }
    return true;
}
