// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/shape_ops.h"
#include "geometry/distance/distance.h"
#include "geometry/distance/gjk_pair.h"
#include "geometry/geometry_tolerances.h"

belay_vec3 bl_ray_against(belay_vec3 displacement)
{
    return v3_normalize_or(v3_neg(displacement), v3(0.0, 0.0, 1.0));
}

bool bl_ray_span_hit(const bl_ray_span* span, belay_vec3 displacement, double* time, belay_vec3* normal)
{
    if (!(span->begin <= span->end && span->end >= 0.0 && span->begin <= 1.0)) return false;
    bool is_inside = span->begin < 0.0;
    *time = is_inside ? 0.0 : span->begin;
    *normal = is_inside ? bl_ray_against(displacement) : span->normal;
    return true;
}

// The distance from a rounded core is a convex function of time: Newton's method comes from the early side.
static bool hit_rounded(const bl_ray* ray, const bl_convex* convex, double* time, belay_vec3* normal)
{
    static const bl_convex point = {.kind = BL_CONVEX_POINT};
    const belay_pose still = belay_pose_identity();
    double near = BL_RAY_SURFACE_ROUNDING * bl_convex_bounding_radius(convex, bl_convex_middle(convex));
    bl_pair pair = bl_pair_make(convex, still, &point, still);
    belay_vec3 guess;
    *time = 0.0;
    for (int round = 0; round < BL_RAY_MAX_ROUNDS; round++) {
        pair.offset = bl_ray_at(ray, *time);
        bl_core_distance d = bl_pair_distance(&pair, round == 0 ? NULL : &guess);
        double gap = d.distance - convex->radius, approach_speed = v3_dot(d.normal, ray->displacement);
        bool is_inside = round == 0 && gap <= 0.0;
        *normal = is_inside ? bl_ray_against(ray->displacement) : v3_neg(d.normal);
        if (is_inside || gap <= near) return true;
        if (!(approach_speed > 0.0)) return false;
        double next = *time + gap / approach_speed;
        if (!(next <= 1.0)) return false;
        if (!(next > *time)) return true;
        *time = next;
        guess = d.normal;
    }
    return true;
}

bool bl_convex_cast_ray(const bl_convex* convex, belay_vec3 origin, belay_vec3 displacement, double* time,
                        belay_vec3* normal)
{
    const bl_core_ops* ops = bl_core_of(convex);
    bl_ray ray = {origin, displacement};
    bool is_moving = v3_length_squared(displacement) > 0.0, is_bare = convex->radius == 0.0;
    return is_moving && (is_bare || ops->casts_thick) ? ops->cast_ray(convex, &ray, time, normal)
                                                      : hit_rounded(&ray, convex, time, normal);
}
