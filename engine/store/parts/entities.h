// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Entities, their components, systems and iterators. Written by store/ecs.c and store/iterator.c; tables of bodies,
// colliders, joints and rods by objects/.

#ifndef BELAY_ENGINE_STORE_PARTS_ENTITIES_H
#define BELAY_ENGINE_STORE_PARTS_ENTITIES_H

#include "belay/ecs.h"
#include "core/id_pool.h"
#include "store/parts/table.h"

// The engine's own component tables, first in the list of tables. Number 0 is never a component.
enum {
    BL_TABLE_NONE,
    BL_TABLE_BODY_STATE, // belay_body_state, public
    BL_TABLE_BODY,       // bl_body, at the same indices as BODY_STATE: both are only added and removed together
    BL_TABLE_COLLIDER,   // bl_collider
    BL_TABLE_JOINT,      // bl_joint (store/joints.h)
    BL_TABLE_ROD,        // bl_rod_record (store/rods.h)
    BL_TABLE_FIRST_USER
};

typedef struct bl_system {
    belay_system_fn* run;
    void* context;
    belay_phase phase;
    char name[BL_TABLE_NAME_SIZE];
} bl_system;

typedef struct bl_entity_store {
    bl_id_pool pool;
    bl_table tables[BELAY_MAX_COMPONENTS + 1];
    uint32_t table_count;
    bl_system systems[BELAY_MAX_SYSTEMS];
    uint32_t system_count;
    uint64_t iterators[BELAY_MAX_OPEN_ITERATORS]; // numbers of those that are open
    uint64_t last_iterator;
    uint32_t open_iterators;
} bl_entity_store;

// The slot in an id (alive or not).
static inline uint32_t bl_slot_of(uint64_t id)
{
    return (uint32_t)(id & UINT32_MAX) - 1;
}

// The index in a table of what has the id; BL_NO_INDEX when it is gone, or has no such component.
static inline uint32_t bl_index_of(const bl_entity_store* entities, int table, uint64_t id)
{
    uint32_t slot = bl_id_pool_slot(&entities->pool, id);
    return slot != BL_NO_SLOT ? bl_table_find(&entities->tables[table], slot) : BL_NO_INDEX;
}

#endif
