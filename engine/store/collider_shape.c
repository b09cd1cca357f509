// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A collider as geometry sees it.

#include "store/state.h"

bl_convex bl_collider_convex(const bl_collider_store* shapes, const bl_collider* c)
{
    bl_shape_numbers numbers = bl_collider_numbers(c);
    return bl_shape_convex(c->type, &numbers, c->shape_size > 0 ? shapes->shape_bytes + c->shape_at : NULL);
}

// The box of a box that stands at `pose`.
static void turn_box(belay_pose pose, belay_vec3* lower, belay_vec3* upper)
{
    belay_vec3 middle = pose_apply(pose, v3_scale(0.5, v3_add(*lower, *upper)));
    belay_vec3 half = v3_scale(0.5, v3_sub(*upper, *lower));
    belay_mat33 r = q_to_m3(pose.rotation);
    belay_vec3 extent = v3(fabs(r.m[0]) * half.x + fabs(r.m[1]) * half.y + fabs(r.m[2]) * half.z,
                           fabs(r.m[3]) * half.x + fabs(r.m[4]) * half.y + fabs(r.m[5]) * half.z,
                           fabs(r.m[6]) * half.x + fabs(r.m[7]) * half.y + fabs(r.m[8]) * half.z);
    *lower = v3_sub(middle, extent);
    *upper = v3_add(middle, extent);
}

void bl_collider_bounds(const bl_collider_store* shapes, const bl_collider* c, belay_pose pose, belay_vec3* lower,
                        belay_vec3* upper)
{
    switch (bl_collider_family(c)) {
    case BL_FAMILY_PLANE:
        *lower = v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
        *upper = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
        return;
    case BL_FAMILY_TUBE:
        bl_curve_bounds(bl_collider_curve(shapes, c), c->radius, lower, upper);
        turn_box(pose, lower, upper);
        return;
    case BL_FAMILY_MESH:
        bl_mesh_bounds(bl_collider_mesh(shapes, c), lower, upper);
        turn_box(pose, lower, upper);
        return;
    case BL_FAMILY_SOLID: {
        bl_convex convex = bl_collider_convex(shapes, c);
        bl_convex_bounds(&convex, pose, lower, upper);
        return;
    }
    }
}

void bl_collider_plane(const bl_collider* c, belay_pose body, belay_vec3* normal, double* offset)
{
    *normal = q_rotate(body.rotation, c->half);
    *offset = c->radius + v3_dot(*normal, body.position);
}

bool bl_filters_meet(const belay_filter* a, const belay_filter* b)
{
    if (a->group == b->group && a->group != 0) return a->group > 0;
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

double bl_collider_bounding_radius(const bl_collider_store* shapes, const bl_collider* c)
{
    if (bl_collider_family(c) == BL_FAMILY_PLANE) return HUGE_VAL;
    if (bl_collider_is_convex(c)) {
        bl_convex convex = bl_collider_convex(shapes, c);
        return bl_convex_bounding_radius(&convex, v3_zero());
    }
    belay_vec3 lower, upper;
    bl_collider_bounds(shapes, c, belay_pose_identity(), &lower, &upper);
    return v3_length(v3(fmax(-lower.x, upper.x), fmax(-lower.y, upper.y), fmax(-lower.z, upper.z)));
}
