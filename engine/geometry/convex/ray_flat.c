// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/ray_span.h"

// At the height over the plane that goes down at `fall` per time.
static bl_ray_span below_plane(double height, double fall, belay_vec3 normal)
{
    bl_ray_span span = bl_ray_span_all();
    if (fall == 0.0) return height <= 0.0 ? span : bl_ray_span_none();
    if (fall > 0.0) {
        span.begin = height / fall;
        span.normal = normal;
    } else {
        span.end = height / fall;
    }
    return span;
}

bl_ray_span bl_ray_span_half_space(const bl_ray* ray, belay_vec3 normal, double offset)
{
    return below_plane(v3_dot(normal, ray->origin) - offset, -v3_dot(normal, ray->displacement), normal);
}

static void meet_slab(double origin, double displacement, double half, belay_vec3 axis, bl_ray_span* span)
{
    bl_ray_span above = below_plane(origin - half, -displacement, axis),
                below = below_plane(-origin - half, displacement, v3_neg(axis));
    bl_ray_span_meet(span, &above);
    bl_ray_span_meet(span, &below);
}

bl_ray_span bl_ray_span_box(const bl_ray* ray, belay_vec3 half)
{
    bl_ray_span span = bl_ray_span_all();
    meet_slab(ray->origin.x, ray->displacement.x, half.x, v3(1.0, 0.0, 0.0), &span);
    meet_slab(ray->origin.y, ray->displacement.y, half.y, v3(0.0, 1.0, 0.0), &span);
    meet_slab(ray->origin.z, ray->displacement.z, half.z, v3(0.0, 0.0, 1.0), &span);
    return span;
}

bl_ray_span bl_ray_span_hull(const bl_ray* ray, const bl_hull* hull)
{
    const bl_hull_face* faces = bl_hull_faces(hull);
    bl_ray_span span = bl_ray_span_all();
    for (uint32_t i = 0; i < hull->face_count && span.begin <= span.end; i++) {
        bl_ray_span below = bl_ray_span_half_space(ray, faces[i].normal, faces[i].offset);
        bl_ray_span_meet(&span, &below);
    }
    return span;
}
