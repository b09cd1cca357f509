// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/step_room.h"

#include "core/alloc.h"
#include "step/detect/step_detect.h"
#include "step/publish/step_rod_publish.h"
#include "step/sleep/step_rod_sleep.h"
#include "store/checks.h"
#include "store/rod_internal.h"

// Zeroed room, as everything in the scratch is written before it is read.
#define RESERVE(array, count) BL_ARRAY_RESERVE(array, (count), allocator, &ok)

belay_result bl_step_reserve(belay_world* world)
{
    const belay_allocator* allocator = &world->def.allocator;
    bl_step_scratch* s = &world->scratch;
    uint32_t bodies = bl_body_count(world), colliders = bl_collider_count(world);
    bool ok = true;
    RESERVE(s->bodies, bodies);
    // One more than there are: the world itself, to which joints may go, stands behind the last body and never moves.
    RESERVE(s->velocities, bodies + 1);
    RESERVE(s->responses, bodies + 1);
    RESERVE(s->island_parent, bodies + 1 + bl_rod_count(world));
    RESERVE(s->island_number, bodies + 1 + bl_rod_count(world));
    RESERVE(s->recovery, bodies + 1);
    RESERVE(s->stiffness, bodies);
    RESERVE(s->island_bodies, bodies);
    RESERVE(s->island_marks, bodies);
    RESERVE(s->slowing, bodies);
    RESERVE(s->carried, bodies);
    RESERVE(s->proxies, colliders);
    RESERVE(s->pairs, 1);
    RESERVE(s->sensed, 1);
    RESERVE(s->passes, 1);
    if (!ok)
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u bodies and %u colliders", bodies,
                       colliders);
    return bl_step_reserve_contacts(world, 1);
}

// The elements of islands are contacts, then joints.
belay_result bl_step_reserve_elements(belay_world* world)
{
    const belay_allocator* allocator = &world->def.allocator;
    bl_step_scratch* s = &world->scratch;
    uint32_t count = (uint32_t)arrlen(s->contacts) + s->joint_block_count + s->rods.set.count;
    bool ok = true;
    RESERVE(s->joint_free, s->joint_block_count);
    RESERVE(world->warm, (uint32_t)arrlen(world->warm) + count);
    RESERVE(s->warm_next, (uint32_t)arrlen(world->warm) + count);
    RESERVE(s->body_pairs, count);
    RESERVE(s->island_of_contact, count);
    RESERVE(s->island_begin, count + 1);
    RESERVE(s->island_order, count);
    RESERVE(s->reports, count);
    ok = ok && bl_rod_newton_make_small_room(&s->rods.newton);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u constraints", count);
    BL_TRY(bl_step_rods_reserve_published(world));
    BL_TRY(bl_step_rods_reserve_rest_islands(world));
    return bl_step_rods_reserve_events(world);
}
