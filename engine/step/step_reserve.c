// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/step_reserve.h"

#include "core/alloc.h"
#include "step/detect/step_detect.h"
#include "step/publish/step_rod_publish.h"
#include "step/sleep/step_rod_sleep.h"
#include "store/checks.h"
#include "store/rods.h"

// Zeroed room, as everything in the scratch is written before it is read.
#define RESERVE(array, count) BL_ARRAY_RESERVE(array, (count), allocator, &ok)

belay_result bl_step_reserve(belay_world* world)
{
    const belay_allocator* allocator = &world->def.allocator;
    bl_step_scratch* s = &world->scratch;
    uint32_t bodies = bl_body_count(world), colliders = bl_collider_count(world);
    world->memory.is_stirred = world->memory.is_stirred || world->roster.is_all;
    bool ok = bl_roster_begin(&world->roster, bodies, allocator);
    RESERVE(s->motion.bodies, bodies);
    RESERVE(s->motion.shares, bodies);
    // One more than there are: the world itself, to which joints may go, stands behind the last body and never moves.
    RESERVE(s->motion.velocities, bodies + 1);
    RESERVE(s->motion.responses, bodies + 1);
    RESERVE(s->solve.island_parent, bodies + 1 + bl_rod_count(world));
    RESERVE(s->solve.island_number, bodies + 1 + bl_rod_count(world));
    RESERVE(s->solve.recovery, bodies + 1);
    RESERVE(s->motion.stiffness, bodies);
    RESERVE(s->energy.island_bodies, bodies);
    RESERVE(s->energy.island_marks, bodies);
    RESERVE(s->energy.lowered_part, bodies);
    RESERVE(s->energy.slowed_to, bodies);
    RESERVE(s->energy.carried, bodies);
    RESERVE(s->detect.proxies, colliders);
    RESERVE(s->detect.pairs, 1);
    RESERVE(s->detect.sensed, 1);
    RESERVE(s->detect.passes, 1);
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
    uint32_t count = (uint32_t)arrlen(s->detect.contacts) + s->joints.block_count + s->rods.set.count;
    bool ok = true;
    RESERVE(s->joints.free, s->joints.block_count);
    size_t kept = (size_t)(arrlen(world->memory.warm) + arrlen(world->memory.warm_apart)) + count;
    BL_ARRAY_RESERVE_RAW(s->publish.warm_next, kept, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(s->publish.warm_apart, arrlen(world->memory.warm) + 1, allocator, &ok);
    RESERVE(s->solve.body_pairs, count);
    RESERVE(s->solve.island_of_contact, count);
    RESERVE(s->solve.island_begin, count + 1);
    RESERVE(s->solve.island_order, count);
    RESERVE(s->solve.reports, count);
    BL_ARRAY_RESERVE_RAW(s->solve.recovery_rows, count, allocator, &ok);
    RESERVE(s->solve.recovery_sweeps, count);
    RESERVE(s->solve.residual_parts, bl_block_count(count));
    RESERVE(s->energy.works_parts, bl_block_count(count));
    ok = ok && bl_contact_memory_reserve(&world->memory, count, 0, 0, allocator);
    ok = ok && bl_rod_newton_reserve_small(&s->rods.newton);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u constraints", count);
    BL_TRY(bl_step_rods_reserve_published(world));
    BL_TRY(bl_step_rods_reserve_rest_islands(world));
    return bl_step_rods_reserve_events(world);
}
