// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step leaves behind: its contacts, for the user where he asks, and their impulses for the next step.

#include "step/publish/step_publish.h"
#include "core/alloc.h"
#include "core/assert.h"
#include "step/detect/step_proxies.h"
#include "step/publish/publish_parts.h"
#include "store/parts/table.h"
#include "store/state.h"

#include <string.h>

// At its own index, as what is dormant goes apart.
static void keep_impulse(bl_step_scratch* scratch, uint32_t i)
{
    BELAY_ASSERT(i < (uint32_t)arrlen(scratch->publish.warm_next));
    const bl_active_contact* c = &scratch->solve.contacts[i];
    const bl_contact_row* row = &scratch->solve.rows[i];
    bl_warm_contact w;
    memset(&w, 0, sizeof w);
    w.a = scratch->detect.proxies[c->collider_a].id;
    w.b = scratch->detect.proxies[c->collider_b].id;
    w.feature = c->feature;
    w.arc = c->arc;
    w.point = pose_apply_inverse(scratch->motion.bodies[row->body_b].mid, c->point);
    w.impulse = bl_contact_impulse(&row->at, row->r);
    scratch->publish.warm_next[i] = w;
}

static void keep_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    bl_step_scratch* s = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++)
        keep_impulse(s, i);
}

// Whether a collider's body sleeps or stands still; false when the collider is gone, or what has its id is none (of a
// snapshot that was changed).
static bool is_dormant(const bl_publish_parts* p, uint64_t collider)
{
    uint32_t index = bl_index_of(p->entities, BL_TABLE_COLLIDER, collider);
    return index != BL_NO_INDEX && !bl_collider_is_active(p->entities, &p->s->detect, index);
}

// Old impulses between sleepers wait for their waking, apart. Takes those before the pair (a, b), in their order.
static void keep_dormant(const bl_publish_parts* p, ptrdiff_t* old, uint64_t a, uint64_t b)
{
    for (; *old < arrlen(p->memory->warm); ++*old) {
        const bl_warm_contact* w = &p->memory->warm[*old];
        if (w->a > a || (w->a == a && w->b >= b)) return;
        if (is_dormant(p, w->a) && is_dormant(p, w->b)) arrput(p->s->publish.warm_apart, *w);
    }
}

static void pass_old(const bl_contact_memory* memory, ptrdiff_t* old, uint64_t a, uint64_t b)
{
    while (*old < arrlen(memory->warm) && memory->warm[*old].a == a && memory->warm[*old].b == b)
        ++*old;
}

// Puts apart what nobody looked at.
static void set_dormant_apart(const bl_publish_parts* p)
{
    bl_step_scratch* s = p->s;
    ptrdiff_t old = 0;
    arrsetlen(s->publish.warm_apart, 0);
    for (ptrdiff_t i = 0; i < arrlen(s->solve.contacts); i++) {
        const bl_active_contact* c = &s->solve.contacts[i];
        uint64_t a = s->detect.proxies[c->collider_a].id, b = s->detect.proxies[c->collider_b].id;
        keep_dormant(p, &old, a, b);
        pass_old(p->memory, &old, a, b);
    }
    keep_dormant(p, &old, UINT64_MAX, UINT64_MAX);
    bl_warm_contacts_merge(p->memory->warm_apart, s->publish.warm_apart);
}

#define CONTACTS_PER_RANGE 64

void bl_step_publish(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    bl_publish_parts p = bl_publish_parts_of(world);
    uint32_t count = (uint32_t)arrlen(s->solve.contacts);
    set_dormant_apart(&p);
    arrsetlen(s->publish.warm_next, count);
    world->published.are_contacts_due = true;
    bl_workers_run(world->workers, count, CONTACTS_PER_RANGE, keep_range, s);
    bl_warm_contact* swap = world->memory.warm;
    world->memory.warm = s->publish.warm_next;
    s->publish.warm_next = swap;
    world->memory.is_gathered = world->memory.is_stirred = false;
    world->clock.last_h = world->def.step_seconds;
}
