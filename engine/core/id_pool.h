// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Gives out entity numbers. A slot is used again after its entity is destroyed, with the next generation; a slot whose
// 24-bit generation is used up is retired, so a handle can never come to mean something else.

#ifndef BELAY_ENGINE_CORE_ID_POOL_H
#define BELAY_ENGINE_CORE_ID_POOL_H

#include "belay/base.h"
#include "belay/id.h"

#define BL_NO_SLOT UINT32_MAX
#define BL_ID_LAST_GENERATION 0xFFFFFFu // a retired slot has one more

typedef struct bl_id_slot {
    uint32_t generation; // of the entity in it; of the next one while free
    uint32_t next_free;  // slot + 1 of the next free slot while free; BL_NO_SLOT while alive
} bl_id_slot;

typedef struct bl_id_pool {
    bl_id_slot* slots;   // stb_ds array
    uint32_t first_free; // slot + 1; 0: none
    uint32_t alive;
    uint8_t tag;
} bl_id_pool;

// Makes room so that the next bl_id_pool_create cannot fail. False when memory runs out.
bool bl_id_pool_reserve(bl_id_pool* pool, const belay_allocator* allocator);
// The same for the next two of them, whose slots will not be beyond *last.
bool bl_id_pool_reserve_two(bl_id_pool* pool, const belay_allocator* allocator, uint32_t* last);
// The slot that the next bl_id_pool_create will use.
uint32_t bl_id_pool_next_slot(const bl_id_pool* pool);
// A new entity; needs a bl_id_pool_reserve before it.
belay_entity bl_id_pool_create(bl_id_pool* pool);
void bl_id_pool_destroy(bl_id_pool* pool, uint32_t slot);
// The slot of a living entity, or BL_NO_SLOT when it is null, stale or of another world.
uint32_t bl_id_pool_slot(const bl_id_pool* pool, uint64_t entity);
// The living entity in a slot.
belay_entity bl_id_pool_entity(const bl_id_pool* pool, uint32_t slot);

// A handle of a world that was saved, as the one that it was restored into knows it by its own tag; null stays null.
static inline uint64_t bl_id_retagged(uint64_t id, uint8_t tag)
{
    return id != 0 ? (id & ~((uint64_t)0xFF << 56)) | (uint64_t)tag << 56 : 0;
}

#endif
