// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The times during which a point that goes origin + t displacement, for ever both ways, is in a convex solid. They
// begin where the solid's surface is entered.

#ifndef BELAY_ENGINE_GEOMETRY_CONVEX_RAY_SPAN_H
#define BELAY_ENGINE_GEOMETRY_CONVEX_RAY_SPAN_H

#include "geometry/convex/convex.h"

typedef struct bl_ray {
    belay_vec3 origin, displacement;
} bl_ray;

typedef struct bl_ray_span {
    double begin, end; // empty when begin > end
    belay_vec3 normal; // of the surface at the beginning, unit; zero when there is none
} bl_ray_span;

static inline bl_ray_span bl_ray_span_all(void)
{
    return (bl_ray_span){-INFINITY, INFINITY, {0.0, 0.0, 0.0}};
}

static inline bl_ray_span bl_ray_span_none(void)
{
    return (bl_ray_span){INFINITY, -INFINITY, {0.0, 0.0, 0.0}};
}

// Keeps what is also in the other.
static inline void bl_ray_span_meet(bl_ray_span* span, const bl_ray_span* other)
{
    if (other->begin > span->begin) {
        span->begin = other->begin;
        span->normal = other->normal;
    }
    if (other->end < span->end) span->end = other->end;
}

static inline belay_vec3 bl_ray_at(const bl_ray* ray, double time)
{
    return v3_add_scaled(ray->origin, time, ray->displacement);
}

// A normal for a ray that starts inside: against its way.
belay_vec3 bl_ray_against(belay_vec3 displacement);

// When, of the times from 0 to 1, the span is first met; false when it is not.
bool bl_ray_span_hit(const bl_ray_span* span, belay_vec3 displacement, double* time, belay_vec3* normal);

// The half-space normal . x <= offset.
bl_ray_span bl_ray_span_half_space(const bl_ray* ray, belay_vec3 normal, double offset);
bl_ray_span bl_ray_span_box(const bl_ray* ray, belay_vec3 half);
bl_ray_span bl_ray_span_hull(const bl_ray* ray, const bl_hull* hull);

bl_ray_span bl_ray_span_ball(const bl_ray* ray, belay_vec3 center, double radius);
bl_ray_span bl_ray_span_capsule(const bl_ray* ray, double half, double radius);
bl_ray_span bl_ray_span_cylinder(const bl_ray* ray, double radius, double half);
bl_ray_span bl_ray_span_cone(const bl_ray* ray, double radius, double half);

#endif
