// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Room for what is found.

#include "step/detect/step_detect.h"

#include "core/alloc.h"

belay_result bl_step_reserve_contacts(belay_world* world, uint32_t count)
{
    const belay_allocator* allocator = &world->def.allocator;
    bl_step_scratch* s = &world->scratch;
    if (count <= s->detect.contact_capacity) return BELAY_OK;
    bool ok = true;
    BL_ARRAY_RESERVE_RAW(s->detect.contacts, count, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->solve.rows, count, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->solve.contacts, count, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->solve.free, 3 * (size_t)count, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->solve.warm_impulses, count, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->solve.recovery_targets, count, allocator, &ok);
    // Who has asked for contacts will ask again, and shall find room.
    if (world->published.contacts != NULL) BL_ARRAY_RESERVE_RAW(world->published.contacts, count, allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u contacts", count);
    s->detect.contact_capacity = count;
    return BELAY_OK;
}
