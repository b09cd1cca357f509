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
    if (count <= s->contact_room) return BELAY_OK;
    bool ok = true;
    BL_ARRAY_RESERVE(s->contacts, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->rows, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->warm_impulses, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->recovery_impulses, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->recovery_targets, count, allocator, &ok);
    BL_ARRAY_RESERVE(world->contacts, count, allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u contacts", count);
    s->contact_room = count;
    return BELAY_OK;
}
