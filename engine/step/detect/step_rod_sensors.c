// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which sensors rods are in at the contact instant: those that one of their segments overlaps. The events of it are
// made beside those of bodies (step_events.c).

#include "core/alloc.h"
#include "step/detect/step_proxies.h"
#include "step/detect/step_rod_chain.h"
#include "step/detect/step_rod_detect.h"

static bool may_sense(const bl_entity_store* entities, const bl_step_scratch* scratch, uint32_t rod, uint32_t collider)
{
    const bl_step_rod* r = &scratch->rods.rods[rod];
    const bl_collider* c = &bl_colliders_of(entities)[collider];
    const bl_proxy* proxy = &scratch->detect.proxies[collider];
    if (!(c->flags & BL_COLLIDER_SENSOR)) return false;
    if (!bl_rod_is_awake(&bl_rods_of(entities)[rod]) && !bl_collider_is_active(entities, &scratch->detect, collider))
        return false;
    if (!bl_filters_meet(&bl_rods_of(entities)[rod].filter, &c->filter)) return false;
    if (bl_collider_family(c) == BL_FAMILY_PLANE) return true;
    belay_vec3 la = r->lower, ua = r->upper, lb = proxy->lower, ub = proxy->upper;
    return la.x <= ub.x && lb.x <= ua.x && la.y <= ub.y && lb.y <= ua.y && la.z <= ub.z && lb.z <= ua.z;
}

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

static bool is_in(const bl_detect_parts* d, uint32_t rod, uint32_t collider)
{
    bl_rod_chain chain = bl_step_rod_chain(&d->s->rods, rod, d->s->rods.points);
    for (uint32_t i = 0; i < chain.segment_count; i++)
        if (overlaps(d, &chain, i, collider)) return true;
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
    bool ok = true;
    for (uint32_t i = 0; ok && i < bl_rod_count(world); i++)
        for (uint32_t k = 0; ok && k < bl_collider_count(world); k++)
            if (may_sense(d.entities, d.s, i, k) && is_in(&d, i, k)) ok = add(&d, i, k);
    return ok ? BELAY_OK
              : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for another visitor of a sensor");
}
