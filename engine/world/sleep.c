// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Waking. Bodies that fell asleep together carry the same number and wake together.

#include "world/checks.h"
#include "world/step_joints.h"

#include "core/alloc.h"

static bool is_asleep(const bl_body* body)
{
    return (body->flags & BL_BODY_ASLEEP) != 0;
}

void bl_wake_body(belay_world* world, uint32_t place)
{
    bl_body* bodies = bl_bodies(world);
    bodies[place].rest_seconds = 0.0;
    if (!is_asleep(&bodies[place])) return;
    uint32_t island = bodies[place].sleep_island;
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        if (!is_asleep(&bodies[i]) || bodies[i].sleep_island != island) continue;
        bodies[i].flags &= ~(uint32_t)BL_BODY_ASLEEP;
        bodies[i].rest_seconds = 0.0;
    }
}

// The place of a collider's body, or BL_NO_INDEX when the collider is gone.
static uint32_t body_of_collider(const belay_world* world, uint64_t collider)
{
    uint32_t slot = bl_id_pool_slot(&world->entities, collider);
    if (slot == BL_NO_SLOT) return BL_NO_INDEX;
    const bl_collider* c = &bl_colliders(world)[bl_table_find(&world->tables[BL_TABLE_COLLIDER], slot)];
    return bl_table_find(&world->tables[BL_TABLE_BODY], bl_slot_of(c->body));
}

void bl_wake_touching(belay_world* world, uint32_t place)
{
    bl_wake_body(world, place);
    bl_joints_wake(world, place);
    for (ptrdiff_t i = 0; i < arrlen(world->warm); i++) {
        uint32_t a = body_of_collider(world, world->warm[i].a), b = body_of_collider(world, world->warm[i].b);
        if (a == place && b != BL_NO_INDEX) bl_wake_body(world, b);
        if (b == place && a != BL_NO_INDEX) bl_wake_body(world, a);
    }
}

belay_result belay_world_set_sleep(belay_world* world, bool is_enabled)
{
    if (world == NULL) return BELAY_ERROR_HANDLE;
    world->def.enable_sleep = is_enabled;
    if (is_enabled) return BELAY_OK;
    for (uint32_t i = 0; i < bl_body_count(world); i++)
        bl_wake_body(world, i);
    return BELAY_OK;
}
