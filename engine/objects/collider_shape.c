// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A collider as geometry sees it, and what the colliders of a body weigh.

#include "store/checks.h"

bl_convex bl_collider_convex(const belay_world* world, const bl_collider* c)
{
    bl_shape_numbers numbers = bl_collider_numbers(c);
    return bl_shape_convex(c->type, &numbers, c->shape_size > 0 ? world->shape_bytes + c->shape_at : NULL);
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

void bl_collider_bounds(const belay_world* world, const bl_collider* c, belay_pose pose, belay_vec3* lower,
                        belay_vec3* upper)
{
    switch (bl_collider_family(c)) {
    case BL_FAMILY_PLANE:
        *lower = v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
        *upper = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
        return;
    case BL_FAMILY_TUBE:
        bl_curve_bounds(bl_collider_curve(world, c), c->radius, lower, upper);
        turn_box(pose, lower, upper);
        return;
    case BL_FAMILY_MESH:
        bl_mesh_bounds(bl_collider_mesh(world, c), lower, upper);
        turn_box(pose, lower, upper);
        return;
    case BL_FAMILY_SOLID: {
        bl_convex convex = bl_collider_convex(world, c);
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

// ------------------------------------------------------------------------------------------------------------------
// Mass
// ------------------------------------------------------------------------------------------------------------------

// The mass of one collider in the body's frame.
static belay_result collider_mass(const belay_world* world, const bl_collider* c, belay_mass* mass, belay_error* error)
{
    if (!bl_collider_is_convex(c))
        return bl_error_set(error, BELAY_ERROR_SHAPE, "a %s has no inside and no mass", belay_shape_type_name(c->type));
    bl_convex convex = bl_collider_convex(world, c);
    BL_TRY(bl_convex_mass(&convex, c->density, mass, error));
    *mass = belay_mass_transform(*mass, c->pose);
    return BELAY_OK;
}

belay_result belay_body_set_mass_from_colliders(belay_world* world, belay_body_id body)
{
    uint32_t place;
    BL_TRY(bl_find_place(world, body.value, BL_TABLE_BODY, "body", &place));
    if (bl_bodies(world)[place].type != BELAY_BODY_DYNAMIC)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_body_set_mass_from_colliders: the body is not dynamic");
    belay_mass sum = {0};
    int count = 0;
    for (uint32_t next = bl_bodies(world)[place].first_collider; next != 0;) {
        const bl_collider* c = &bl_colliders(world)[bl_table_find(&world->tables[BL_TABLE_COLLIDER], next - 1)];
        next = c->next;
        if (c->flags & BL_COLLIDER_SENSOR || !(c->density > 0.0)) continue;
        belay_mass part;
        belay_error error;
        if (collider_mass(world, c, &part, &error) != BELAY_OK) return bl_fail_with(world, &error);
        sum = count++ > 0 ? belay_mass_add(sum, part) : part;
    }
    if (count == 0)
        return bl_fail(world, BELAY_ERROR_SHAPE,
                       "belay_body_set_mass_from_colliders: the body has no solid collider with a density above 0");
    return belay_body_set_mass(world, body, &sum);
}
