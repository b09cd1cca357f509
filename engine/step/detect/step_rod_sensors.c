// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which sensors rods are in at the contact instant: those that one of their segments overlaps. The events of it are
// made beside those of bodies (step_events.c).

#include "core/alloc.h"
#include "step/detect/step_rod_detect.h"
#include "step/detect/step_rod_near.h"

static bool overlaps(const bl_detect_parts* d, const bl_rod_chain* chain, uint32_t segment, uint32_t collider)
{
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    belay_pose body = d->s->motion.bodies[d->s->detect.proxies[collider].body].mid;
    int count = bl_step_rod_collide_segment(d, chain, segment, collider, body, 0.0, manifolds);
    for (int m = 0; m < count; m++)
        for (int k = 0; k < manifolds[m].count; k++)
            if (manifolds[m].points[k].gap <= 0.0) return true;
    return false;
}

static bool is_in(const bl_detect_parts* d, const bl_rod_near_collider* near)
{
    bl_rod_chain chain = bl_step_rod_chain(&d->s->rods, near->rod, d->s->rods.points);
    for (uint32_t k = 0; k < near->run_count; k++) {
        bl_rod_range range = bl_rod_near_segments(near, k, chain.segment_count);
        for (uint32_t i = range.begin; i < range.end; i++)
            if (overlaps(d, &chain, i, near->collider)) return true;
    }
    return false;
}

static bool add(const bl_detect_parts* d, uint32_t rod, uint32_t collider)
{
    bl_detect_scratch* s = &d->s->detect;
    bool ok = true;
    BL_ARRAY_RESERVE(s->sensed, arrlen(s->sensed) + 1, &d->def->allocator, &ok);
    if (!ok) return false;
    bl_key_pair pair = {bl_colliders_of(d->entities)[collider].id, bl_rods_of(d->entities)[rod].id, collider,
                        BL_NO_INDEX};
    arrput(s->sensed, pair);
    return true;
}

belay_result bl_step_rods_sense(belay_world* world)
{
    bl_detect_parts d = bl_detect_parts_of(world);
    bl_rod_near_collider near;
    bool ok = true;
    for (ptrdiff_t at = 0; ok && bl_rod_count(world) > 0 && bl_step_rods_next_near(&d.s->rods, &at, &near);) {
        bool is_sensor = bl_colliders(world)[near.collider].flags & BL_COLLIDER_SENSOR;
        if (is_sensor && is_in(&d, &near)) ok = add(&d, near.rod, near.collider);
    }
    return ok ? BELAY_OK
              : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for another visitor of a sensor");
}
