// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the colliders of a body weigh.

#include "objects/unweighed.h"
#include "store/checks.h"

#include <math.h>

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

// Of the solid ones with a density; *count of them.
static belay_result sum_colliders(const belay_world* world, uint32_t index, belay_mass* sum, int* count,
                                  belay_error* error)
{
    *sum = (belay_mass){0};
    *count = 0;
    for (uint32_t next = bl_bodies(world)[index].first_collider; next != 0;) {
        const bl_collider* c =
            &bl_colliders(world)[bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1)];
        next = c->next;
        if (c->flags & BL_COLLIDER_SENSOR || !(c->density > 0.0)) continue;
        belay_mass part;
        BL_TRY(collider_mass(world, c, &part, error));
        *sum = (*count)++ > 0 ? belay_mass_add(*sum, part) : part;
    }
    return BELAY_OK;
}

belay_result belay_body_set_mass_from_colliders(belay_world* world, belay_body_id body)
{
    uint32_t index;
    BL_TRY(bl_find_index(world, "belay_body_set_mass_from_colliders", body.value, BL_TABLE_BODY, "body", &index));
    if (bl_bodies(world)[index].type != BELAY_BODY_DYNAMIC)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_body_set_mass_from_colliders: the body is not dynamic");
    belay_mass sum;
    int count;
    belay_error error;
    if (sum_colliders(world, index, &sum, &count, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_body_set_mass_from_colliders", &error);
    if (count == 0)
        return bl_fail(world, BELAY_ERROR_SHAPE,
                       "belay_body_set_mass_from_colliders: the body has no mass; it must have a solid collider with a "
                       "density above 0");
    return belay_body_set_mass(world, body, &sum);
}

// Colliders that weigh this much more or less than the body do not tell of a mistake.
#define LIKE_ITS_COLLIDERS 0.1

// Whether the body has the mass of the default definition, and colliders that weigh something else: *mass, kg.
static bool is_unweighed(const belay_world* world, uint32_t index, double* mass)
{
    const bl_body* b = &bl_bodies(world)[index];
    const belay_vec3 m = b->mass.moments, c = b->mass.center_of_mass;
    const belay_body_def def = belay_body_def_default();
    double moment = def.inertia.m[0];
    bool is_default = b->type == BELAY_BODY_DYNAMIC && b->mass.mass == def.mass && m.x == moment && m.y == moment &&
                      m.z == moment && c.x == 0.0 && c.y == 0.0 && c.z == 0.0;
    belay_mass sum;
    int count;
    belay_error error;
    if (!is_default || sum_colliders(world, index, &sum, &count, &error) != BELAY_OK || count == 0) return false;
    *mass = sum.mass;
    return fabs(sum.mass - def.mass) > LIKE_ITS_COLLIDERS * def.mass;
}

void bl_warn_of_unweighed_body(belay_world* world)
{
    if (world->def.logger.message == NULL || world->has_warned_of_mass) return;
    for (uint32_t i = 0; i < bl_body_count(world) && !world->has_warned_of_mass; i++) {
        double mass;
        if (!is_unweighed(world, i, &mass)) continue;
        world->has_warned_of_mass = true;
        bl_warn(world,
                "belay_world_step: body 0x%016llx has a mass of 1 kg, the default, and its colliders weigh %g kg: "
                "belay_body_set_mass_from_colliders gives it theirs",
                (unsigned long long)bl_bodies(world)[i].id, mass);
    }
}
