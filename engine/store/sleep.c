// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Waking. Bodies and rods that fell asleep together carry the same number and wake together.

#include "core/assert.h"
#include "store/checks.h"
#include "store/rods.h"

#include "core/alloc.h"
#include "store/joints.h"

#include <string.h>

static bool is_asleep(const bl_body* body)
{
    return (body->flags & BL_BODY_ASLEEP) != 0;
}

static void wake_island(belay_world* world, uint32_t island)
{
    bl_body* bodies = bl_bodies(world);
    world->memory.is_stirred = true;
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        if (!is_asleep(&bodies[i]) || bodies[i].sleep_island != island) continue;
        bodies[i].flags &= ~(uint32_t)(BL_BODY_ASLEEP | BL_BODY_MADE_ASLEEP);
        bodies[i].rest_seconds = 0.0;
        bl_roster_add(&world->roster, i);
    }
    for (uint32_t i = 0; i < bl_rod_count(world); i++) {
        bl_rod_record* rod = &bl_rods(world)[i];
        if (bl_rod_is_awake(&bl_rods(world)[i]) || rod->sleep_island != island) continue;
        rod->flags &= ~(uint32_t)BL_ROD_ASLEEP;
        rod->rest_seconds = 0.0;
    }
}

void bl_wake_body(belay_world* world, uint32_t index)
{
    BELAY_ASSERT(index < bl_body_count(world));
    bl_body* body = &bl_bodies(world)[index];
    body->rest_seconds = 0.0;
    bl_roster_add(&world->roster, index);
    if (is_asleep(body)) wake_island(world, body->sleep_island);
}

void bl_wake_changed_body(belay_world* world, uint32_t index)
{
    bl_roster_add(&world->roster, index);
    if ((bl_bodies(world)[index].flags & BL_BODY_MADE_ASLEEP) == 0) bl_wake_body(world, index);
}

void bl_wake_rod(belay_world* world, uint32_t index)
{
    BELAY_ASSERT(index < bl_rod_count(world));
    bl_rod_record* rod = &bl_rods(world)[index];
    rod->rest_seconds = 0.0;
    if (!bl_rod_is_awake(&bl_rods(world)[index])) wake_island(world, rod->sleep_island);
}

static uint32_t index_of_rod(const belay_world* world, uint64_t id)
{
    return bl_index_of(&world->entities, BL_TABLE_ROD, id);
}

// The index of a collider's body, or BL_NO_INDEX when the collider is gone.
static uint32_t body_of_collider(const belay_world* world, uint64_t collider)
{
    uint32_t index = bl_index_of(&world->entities, BL_TABLE_COLLIDER, collider);
    if (index == BL_NO_INDEX) return BL_NO_INDEX;
    const bl_collider* c = &bl_colliders(world)[index];
    return bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c->body));
}

// Rods that touched the body, or hang on it.
static void wake_rods_on(belay_world* world, uint32_t index)
{
    uint64_t id = bl_bodies(world)[index].id;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
            if (a->type != BL_ATTACHMENT_NONE && a->body == id) bl_wake_rod(world, i);
        }
    for (ptrdiff_t i = 0; i < arrlen(world->memory.rod_warm); i++) {
        uint32_t rod = index_of_rod(world, world->memory.rod_warm[i].a);
        if (rod != BL_NO_INDEX && body_of_collider(world, world->memory.rod_warm[i].b) == index)
            bl_wake_rod(world, rod);
    }
}

void bl_wake_touching_rod(belay_world* world, uint32_t index)
{
    const bl_rod_record* record = &bl_rods(world)[index];
    bl_wake_rod(world, index);
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
        const bl_rod_attachment* a = &record->attachments[k];
        if (a->type == BL_ATTACHMENT_NONE || a->body == 0) continue;
        bl_wake_body(world, bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(a->body)));
    }
    for (ptrdiff_t i = 0; i < arrlen(world->memory.rod_warm); i++) {
        const bl_rod_warm* w = &world->memory.rod_warm[i];
        if (w->a != record->id && w->b != record->id) continue;
        uint32_t a = index_of_rod(world, w->a), b = index_of_rod(world, w->b), body = body_of_collider(world, w->b);
        if (a != BL_NO_INDEX) bl_wake_rod(world, a);
        if (b != BL_NO_INDEX) bl_wake_rod(world, b);
        if (body != BL_NO_INDEX) bl_wake_body(world, body);
    }
}

void bl_put_body_to_sleep(belay_world* world, uint32_t index, uint32_t number)
{
    bl_body* body = &bl_bodies(world)[index];
    belay_body_state* state = &bl_body_states(world)[index];
    if (body->type != BELAY_BODY_DYNAMIC || body->flags & BL_BODY_ASLEEP) return;
    body->flags |= BL_BODY_ASLEEP;
    body->sleep_island = number;
    body->force = body->torque = v3_zero(); // else they would wait for it to wake
    state->linear_velocity = state->angular_velocity = v3_zero();
}

void bl_put_rod_to_sleep(belay_world* world, uint32_t index, uint32_t number)
{
    bl_rod_record* record = &bl_rods(world)[index];
    if (!bl_rod_is_awake(&bl_rods(world)[index])) return;
    record->flags |= BL_ROD_ASLEEP;
    record->sleep_island = number;
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    bl_rod rod = {&record->body, bl_rod_state(world, record), NULL, NULL};
    memset(ops->velocity(&rod), 0, bl_rod_dof_count(ops, record->body.element_count) * sizeof(double));
    memset(bl_rod_applied(world, record), 0, 3 * (size_t)bl_rod_node_count(record) * sizeof(double));
}

void bl_body_arrives(belay_world* world, uint32_t index)
{
    bl_body* body = &bl_bodies(world)[index];
    bl_roster_add(&world->roster, index);
    if (body->type == BELAY_BODY_DYNAMIC) return; // what touched it is not put apart, or was stirred by its waking
    world->memory.is_stirred = true;
    body->flags |= BL_BODY_ARRIVED;
    for (uint32_t next = body->first_collider; next != 0;) {
        bl_collider* c = &bl_colliders(world)[bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1)];
        c->flags |= BL_COLLIDER_ARRIVED;
        next = c->next;
    }
}

// What touched a collider.
static void wake_partners(belay_world* world, const bl_warm_contact* list, uint64_t collider)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++) {
        if (list[i].a != collider && list[i].b != collider) continue;
        uint32_t other = body_of_collider(world, list[i].a == collider ? list[i].b : list[i].a);
        if (other != BL_NO_INDEX) bl_wake_body(world, other);
    }
}

void bl_wake_touching(belay_world* world, uint32_t index)
{
    bl_body_arrives(world, index);
    bl_wake_body(world, index);
    bl_joints_wake(world, index);
    wake_rods_on(world, index);
    for (uint32_t next = bl_bodies(world)[index].first_collider; next != 0;) {
        const bl_collider* c =
            &bl_colliders(world)[bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1)];
        wake_partners(world, world->memory.warm, c->id);
        wake_partners(world, world->memory.warm_apart, c->id);
        next = c->next;
    }
}

void bl_wake_all(belay_world* world)
{
    for (uint32_t i = 0; i < bl_body_count(world); i++)
        bl_wake_body(world, i);
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        bl_wake_rod(world, i);
}

belay_result belay_world_set_sleep(belay_world* world, bool is_enabled)
{
    BL_TRY(bl_check_owner(world));
    world->def.enable_sleep = is_enabled;
    if (is_enabled) return BELAY_OK;
    bl_wake_all(world);
    return BELAY_OK;
}
