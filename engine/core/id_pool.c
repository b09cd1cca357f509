// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "core/id_pool.h"

#include "core/alloc.h"
#include "core/assert.h"

bool bl_id_pool_reserve(bl_id_pool* pool, const belay_allocator* allocator)
{
    if (pool->first_free != 0) return true;
    bool ok = true;
    BL_ARRAY_RESERVE(pool->slots, arrlen(pool->slots) + 1, allocator, &ok);
    return ok;
}

bool bl_id_pool_reserve_two(bl_id_pool* pool, const belay_allocator* allocator, uint32_t* last)
{
    bool ok = true;
    uint32_t count = (uint32_t)arrlen(pool->slots) + 2;
    BL_ARRAY_RESERVE(pool->slots, count, allocator, &ok);
    *last = count - 1;
    return ok;
}

uint32_t bl_id_pool_next_slot(const bl_id_pool* pool)
{
    return pool->first_free != 0 ? pool->first_free - 1 : (uint32_t)arrlen(pool->slots);
}

belay_entity bl_id_pool_create(bl_id_pool* pool)
{
    BELAY_ASSERT(pool->first_free <= (uint32_t)arrlen(pool->slots));
    BELAY_ASSERT(pool->first_free != 0 || arrcap(pool->slots) > arrlenu(pool->slots));
    uint32_t slot = bl_id_pool_next_slot(pool);
    if (pool->first_free != 0) {
        pool->first_free = pool->slots[slot].next_free;
        pool->slots[slot].next_free = BL_NO_SLOT;
    } else {
        bl_id_slot fresh = {1, BL_NO_SLOT};
        arrput(pool->slots, fresh);
    }
    pool->alive++;
    return bl_id_pool_entity(pool, slot);
}

void bl_id_pool_destroy(bl_id_pool* pool, uint32_t slot)
{
    BELAY_ASSERT(slot < (uint32_t)arrlen(pool->slots) && pool->slots[slot].next_free == BL_NO_SLOT);
    BELAY_ASSERT(pool->alive > 0);
    bl_id_slot* s = &pool->slots[slot];
    pool->alive--;
    if (s->generation == BL_ID_LAST_GENERATION) {
        // Retired: alive to nobody (its generation fits no handle) and not in the free list.
        s->generation = BL_ID_LAST_GENERATION + 1;
        s->next_free = 0;
        return;
    }
    s->generation++;
    s->next_free = pool->first_free;
    pool->first_free = slot + 1;
}

uint32_t bl_id_pool_slot(const bl_id_pool* pool, uint64_t entity)
{
    uint32_t index = (uint32_t)(entity & UINT32_MAX);
    uint32_t generation = (uint32_t)(entity >> 32) & BL_ID_LAST_GENERATION;
    if (index == 0 || index > (uint32_t)arrlen(pool->slots) || (uint8_t)(entity >> 56) != pool->tag) return BL_NO_SLOT;
    const bl_id_slot* s = &pool->slots[index - 1];
    return s->next_free == BL_NO_SLOT && s->generation == generation ? index - 1 : BL_NO_SLOT;
}

belay_entity bl_id_pool_entity(const bl_id_pool* pool, uint32_t slot)
{
    BELAY_ASSERT(slot < (uint32_t)arrlen(pool->slots));
    belay_entity e = {((uint64_t)pool->tag << 56) | ((uint64_t)pool->slots[slot].generation << 32) |
                      ((uint64_t)slot + 1)};
    return e;
}
