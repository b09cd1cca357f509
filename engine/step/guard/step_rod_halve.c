// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The last resort. Contacts and rows say what a step's velocities must not do to first order; where segments turn far,
// or strands are thin against the way they go, another pair may meet however often one looks and solves again. Nodes
// move along straight lines, so that a part of a motion is where it begins: when it is halved often enough, nothing
// passes through anything. So a rod in such a step goes less far than its velocities would take it, by halves. What it
// loses is motion alone: that about its centre of mass where nothing but itself touches or holds it, which keeps the
// momentum, and all of it elsewhere. The same stops a rod whose stresses would make energy out of nothing.
//
// Colliders are left out: what holds a rod may press it into a wall for as long as it likes.

#include "step/detect/step_rod_near.h"

#include "core/alloc.h"
#include "step/energy/step_rod_energy.h"
#include "step/guard/guard_tolerances.h"
#include "step/guard/step_rod_guard.h"
#include "step/motion/step_rods.h"

#include <string.h>

static bool is_by_itself(const bl_motion_parts* p, uint32_t rod)
{
    const bl_step_rods* s = &p->s->rods;
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++)
        if (bl_rods_of(p->entities)[rod].attachments[k].type != BL_ATTACHMENT_NONE) return false;
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        const bl_step_rod_contact* c = &s->contacts[i];
        if ((c->rod_a == rod || c->rod_b == rod) && c->rod_a != c->rod_b) return false;
    }
    return true;
}

static void shorten_step(const bl_motion_parts* p, uint32_t rod, double share)
{
    bl_step_rod* r = &p->s->rods.rods[rod];
    p->stats->step_limited_rods += r->is_step_limited ? 0 : 1;
    r->is_step_limited = true;
    if (!bl_step_rod_is_finite(r)) {
        memset(r->v, 0, r->dof_count * sizeof(double));
        return;
    }
    if (r->ops->scale != NULL) {
        r->ops->scale(&r->rod, r->v, share, is_by_itself(p, rod));
        return;
    }
    for (uint32_t k = 0; k < r->dof_count; k++)
        r->v[k] *= share;
}

static bool look_for_crossing(const bl_motion_parts* p, const bl_detect_parts* d, uint32_t a, uint32_t b)
{
    bl_step_rod* rods = p->s->rods.rods;
    bool crosses = false;
    if (!bl_step_rods_cross(d, a, b, &crosses)) return false;
    if (crosses) rods[a].goes_too_far = rods[b].goes_too_far = true;
    return true;
}

static bool find_crossing_rods(const bl_motion_parts* p, const bl_detect_parts* d)
{
    const bl_step_rods* s = &p->s->rods;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++)
        if (bl_step_rods_may_meet(bl_rods_of(p->entities), s, i, i) && !look_for_crossing(p, d, i, i)) return false;
    for (ptrdiff_t k = 0; k < arrlen(s->near_rods); k++)
        if (!look_for_crossing(p, d, s->near_rods[k].first, s->near_rods[k].second)) return false;
    return true;
}

// scratch.rods.rods[].goes_too_far <- whether a rod makes energy or passes through something.
static bool find_long_steps(const bl_motion_parts* p, const bl_detect_parts* d, bl_pair_finder* finder, bool* any)
{
    bl_step_rod* rods = p->s->rods.rods;
    uint32_t count = bl_rod_count_of(p->entities);
    for (uint32_t i = 0; i < count; i++) {
        bl_step_rod* r = &rods[i];
        r->goes_too_far = bl_rod_is_awake(&bl_rods_of(p->entities)[i]) && bl_step_rod_gains_energy(p, i);
    }
    if (!bl_step_rods_find_near(d, finder) || !find_crossing_rods(p, d)) return false;
    *any = false;
    for (uint32_t i = 0; i < count; i++) {
        rods[i].goes_too_far = rods[i].goes_too_far && bl_rod_is_awake(&bl_rods_of(p->entities)[i]);
        *any = *any || rods[i].goes_too_far;
    }
    return true;
}

belay_result bl_step_rods_halve_steps(belay_world* world)
{
    bl_motion_parts parts = bl_motion_parts_of(world);
    bl_detect_parts d = bl_detect_parts_of(world);
    for (int halvings = 0; halvings <= BL_ROD_MOST_HALVINGS; halvings++) {
        bool any;
        if (!find_long_steps(&parts, &d, &world->pair_finder, &any))
            return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for the contacts of rods");
        if (!any) return BELAY_OK;
        for (uint32_t i = 0; i < bl_rod_count(world); i++)
            if (world->scratch.rods.rods[i].goes_too_far)
                shorten_step(&parts, i, halvings < BL_ROD_MOST_HALVINGS ? 0.5 : 0.0);
        bl_step_rods_travel(&parts);
    }
    return BELAY_OK;
}
