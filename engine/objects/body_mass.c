// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the colliders of a body weigh.

#include "store/checks.h"

// The mass of one collider in the body's frame.
static belay_result collider_mass(const belay_world* world, const bl_collider* c, belay_mass* mass, belay_error* error)
{
    if (!bl_collider_is_convex(c))
        return belay_error_set(error, BELAY_ERROR_SHAPE, "a %s has no inside and no mass",
                               belay_shape_type_name(c->type));
    bl_convex convex = bl_collider_convex(&world->colliders, c);
    BL_TRY(bl_convex_mass(&convex, c->density, mass, error));
    *mass = belay_mass_transform(*mass, c->pose);
    return BELAY_OK;
}

belay_result belay_body_set_mass_from_colliders(belay_world* world, belay_body_id body)
{
    uint32_t index;
    BL_TRY(bl_find_index(world, body.value, BL_TABLE_BODY, "body", &index));
    if (bl_bodies(world)[index].type != BELAY_BODY_DYNAMIC)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_body_set_mass_from_colliders: the body is not dynamic");
    belay_mass sum = {0};
    int count = 0;
    for (uint32_t next = bl_bodies(world)[index].first_collider; next != 0;) {
        const bl_collider* c =
            &bl_colliders(world)[bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1)];
        next = c->next;
        if (c->flags & BL_COLLIDER_SENSOR || !(c->density > 0.0)) continue;
        belay_mass part;
        belay_error error;
        if (collider_mass(world, c, &part, &error) != BELAY_OK)
            return bl_fail_in(world, "belay_body_set_mass_from_colliders", &error);
        sum = count++ > 0 ? belay_mass_add(sum, part) : part;
    }
    if (count == 0)
        return bl_fail(world, BELAY_ERROR_SHAPE,
                       "belay_body_set_mass_from_colliders: the body has no solid collider with a density above 0");
    return belay_body_set_mass(world, body, &sum);
}
