// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What began, went on and ended in a step between rods and what they touch. As in step_events.c the pairs that touch
// are kept from step to step, sorted by their handles. A pair is a rod and its partner, not one place where they touch:
// places slip, merge and part while a rope lies on a table, and who listens wants to know that it does.

#include "core/alloc.h"
#include "step/publish/publish_parts.h"
#include "step/publish/step_rod_publish.h"
#include "store/checks.h"
#include "store/rods.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------------------------------

static int order(const bl_rod_touch* a, const bl_rod_touch* b)
{
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b != b->b ? (a->b < b->b ? -1 : 1) : 0;
}

// Whether both live and are still such as may touch.
static bool can_touch(const bl_entity_store* entities, const bl_rod_touch* t)
{
    uint32_t a = bl_index_of(entities, BL_TABLE_ROD, t->a);
    if (a == BL_NO_INDEX) return false;
    const bl_rod_record* rod = &bl_rods_of(entities)[a];
    if (t->a == t->b) return true;
    uint32_t b = bl_index_of(entities, t->body_b != 0 ? BL_TABLE_COLLIDER : BL_TABLE_ROD, t->b);
    if (b == BL_NO_INDEX) return false;
    return bl_filters_meet(&rod->filter,
                           t->body_b != 0 ? &bl_colliders_of(entities)[b].filter : &bl_rods_of(entities)[b].filter);
}

// ---------------------------------------------------------------------------------------------------------------------
// One pair
// ---------------------------------------------------------------------------------------------------------------------

// As in step_events.c: a place that did touch may open a little more before it counts as ended.
static bool touches(const belay_world_def* def, const bl_published* published, uint32_t contact, bool did)
{
    double limit = def->touch_tolerance + (did ? def->overlap_slop : 0.0);
    const belay_rod_contact* c = &published->rod_contacts[contact];
    return c->impulse[0] > 0.0 || c->gap <= limit;
}

static belay_vec3 velocity_on(const bl_step_rods* s, uint32_t rod, uint32_t segment, double at)
{
    const belay_vec3* v = s->before + s->rods[rod].first_node + segment;
    return v3_add_scaled(v[0], at, v3_sub(v[1], v[0]));
}

// The arm from the axis to the surface is along the normal, so spin adds nothing.
static double approach_speed(const bl_step_scratch* s, const bl_step_rod_contact* c)
{
    belay_vec3 va = velocity_on(&s->rods, c->rod_a, c->at.segment_a, c->at.s), vb;
    if (c->rod_b != BL_NO_INDEX) {
        vb = velocity_on(&s->rods, c->rod_b, c->at.segment_b, c->at.t);
    } else {
        const bl_step_body* b = &s->motion.bodies[c->body_b];
        vb = v3_add(b->before.linear, v3_cross(b->before.angular, v3_sub(c->point, b->center)));
    }
    return -v3_dot(c->at.normal, v3_sub(va, vb));
}

static bool is_stronger(const belay_rod_contact* c, const belay_rod_contact* than)
{
    return c->impulse[0] > than->impulse[0] || (c->impulse[0] == than->impulse[0] && c->gap < than->gap);
}

// The contacts [begin, end) of one pair as one event; false when none of them touches.
static bool sum_up(const bl_publish_parts* p, uint32_t begin, uint32_t end, bool did, bl_rod_touch* touch,
                   belay_rod_contact_event* event)
{
    const belay_rod_contact* strongest = NULL;
    memset(event, 0, sizeof *event);
    for (uint32_t i = begin; i < end; i++) {
        if (!touches(p->def, p->published, i, did)) continue;
        const belay_rod_contact* c = &p->published->rod_contacts[i];
        if (strongest == NULL || is_stronger(c, strongest)) strongest = c;
        event->place_count++;
        event->normal_impulse += c->impulse[0];
        event->approach_speed = fmax(event->approach_speed, approach_speed(p->s, &p->s->rods.contacts[i]));
        double along = c->velocity[1], across = c->velocity[2];
        event->sliding_speed = fmax(event->sliding_speed, sqrt(along * along + across * across));
    }
    if (strongest == NULL) return false;
    touch->s_a = strongest->s_a;
    touch->s_b = strongest->s_b;
    touch->point = strongest->point;
    touch->normal = strongest->normal;
    return true;
}

static void name_pair(const bl_rod_touch* t, belay_rod_contact_event* event)
{
    event->rod_a.value = t->a;
    if (t->body_b != 0)
        event->collider_b.value = t->b;
    else
        event->rod_b.value = t->b;
    event->body_b.value = t->body_b;
    event->s_a = t->s_a;
    event->s_b = t->s_b;
    event->point = t->point;
    event->normal = t->normal;
}

static bool wants_persist(const bl_entity_store* entities, const bl_step_rod_contact* c)
{
    if (bl_rods_of(entities)[c->rod_a].flags & BL_ROD_PERSIST_EVENTS) return true;
    if (c->rod_b != BL_NO_INDEX) return (bl_rods_of(entities)[c->rod_b].flags & BL_ROD_PERSIST_EVENTS) != 0;
    return (bl_colliders_of(entities)[c->collider_b].flags & BL_COLLIDER_PERSIST_EVENTS) != 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// The events of a step
// ---------------------------------------------------------------------------------------------------------------------

static void end_touch(const bl_publish_parts* p, const bl_rod_touch* t)
{
    belay_rod_contact_event event;
    memset(&event, 0, sizeof event);
    event.type = BELAY_CONTACT_END;
    name_pair(t, &event);
    event.is_destroyed = !can_touch(p->entities, t);
    arrput(p->published->rod_contact_events, event);
}

// Ends or keeps the old pairs before `limit` (null: all that are left).
static void pass_old(const bl_publish_parts* p, ptrdiff_t* old, const bl_rod_touch* limit)
{
    for (; *old < arrlen(p->memory->rod_touching); ++*old) {
        const bl_rod_touch* t = &p->memory->rod_touching[*old];
        if (limit != NULL && order(t, limit) >= 0) return;
        if (bl_step_rod_pair_is_dormant(p->entities, &p->s->detect, t->a, t->b) && can_touch(p->entities, t))
            arrput(p->s->rods.touching_next, *t);
        else
            end_touch(p, t);
    }
}

static void report_pair(const bl_publish_parts* p, uint32_t begin, uint32_t end, ptrdiff_t* old)
{
    const bl_step_rod_contact* c = &p->s->rods.contacts[begin];
    bl_rod_touch t;
    memset(&t, 0, sizeof t);
    t.a = c->a;
    t.b = c->b;
    if (c->rod_b == BL_NO_INDEX) t.body_b = bl_bodies_of(p->entities)[c->body_b].id;
    pass_old(p, old, &t);
    bool did = *old < arrlen(p->memory->rod_touching) && order(&p->memory->rod_touching[*old], &t) == 0;
    belay_rod_contact_event event;
    if (sum_up(p, begin, end, did, &t, &event)) {
        event.type = did ? BELAY_CONTACT_PERSIST : BELAY_CONTACT_BEGIN;
        name_pair(&t, &event);
        if (!did || wants_persist(p->entities, c)) arrput(p->published->rod_contact_events, event);
        arrput(p->s->rods.touching_next, t);
    } else if (did) {
        end_touch(p, &p->memory->rod_touching[*old]);
    }
    if (did) ++*old;
}

// An old pair ends or stays, a new one begins or stays: room for both is always enough.
belay_result bl_step_rods_reserve_events(belay_world* world)
{
    const belay_allocator* allocator = &world->def.allocator;
    bl_step_rods* s = &world->scratch.rods;
    ptrdiff_t pairs = arrlen(world->memory.rod_touching) + arrlen(s->contacts);
    bool ok = true;
    BL_ARRAY_RESERVE(world->published.rod_contact_events, pairs, allocator, &ok);
    BL_ARRAY_RESERVE(world->memory.rod_touching, pairs, allocator, &ok);
    BL_ARRAY_RESERVE(s->touching_next, pairs, allocator, &ok);
    return ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %td events", pairs);
}

void bl_step_rods_events(const bl_publish_parts* p)
{
    bl_step_rods* s = &p->s->rods;
    uint32_t count = (uint32_t)arrlen(s->contacts);
    ptrdiff_t old = 0;
    if (p->published->rod_contact_events != NULL) arrsetlen(p->published->rod_contact_events, 0);
    if (s->touching_next != NULL) arrsetlen(s->touching_next, 0);
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        const bl_step_rod_contact* c = &s->contacts[begin];
        for (end = begin; end < count && s->contacts[end].a == c->a && s->contacts[end].b == c->b;)
            end++;
        report_pair(p, begin, end, &old);
    }
    pass_old(p, &old, NULL);
    bl_rod_touch* swap = p->memory->rod_touching;
    p->memory->rod_touching = s->touching_next;
    s->touching_next = swap;
}
