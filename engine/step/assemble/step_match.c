// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts are matched with those of the last step: by their features, by their places, and on a tube by how far along
// it they are. What is matched gets its impulse, for the warm start.

#include "core/alloc.h"
#include "step/assemble/step_assemble.h"
#include "store/state.h"

#define MAX_GROUP 128 // contacts of one pair that are looked at

typedef struct matching {
    const belay_world_def* def;
    const bl_collider* colliders;
    const bl_collider_store* shapes;
    const bl_contact_memory* memory;
    bl_step_scratch* s;
    double scale; // of the impulses
} matching;

typedef struct warm_group {
    const bl_warm_contact* begin; // the last step's contacts of one pair
    ptrdiff_t count;
    bool taken[MAX_GROUP]; // matched already
} warm_group;

// The contacts of the pair (a, b), starting the search at *from, which moves on: both lists are sorted alike.
static warm_group find_group(const bl_contact_memory* memory, uint64_t a, uint64_t b, ptrdiff_t* from)
{
    const bl_warm_contact* warm = memory->warm;
    ptrdiff_t count = arrlen(memory->warm), i = *from;
    while (i < count && (warm[i].a < a || (warm[i].a == a && warm[i].b < b)))
        i++;
    *from = i;
    ptrdiff_t end = i;
    while (end < count && warm[end].a == a && warm[end].b == b)
        end++;
    warm_group group = {.begin = i < count ? &warm[i] : NULL, .count = end - i < MAX_GROUP ? end - i : MAX_GROUP};
    return group;
}

// The old contact nearest along the tube, if it is no further than a contact can move in one step.
static ptrdiff_t match_on_tube(const bl_curve* curve, const bl_step_contact* contact, double reach,
                               const warm_group* group)
{
    ptrdiff_t best = -1;
    double best_distance = reach;
    for (ptrdiff_t i = 0; i < group->count; i++) {
        double d = fabs(bl_curve_s_difference(curve, contact->point.arc, group->begin[i].arc));
        if (group->taken[i] || d > best_distance) continue;
        best = i;
        best_distance = d;
    }
    return best;
}

static ptrdiff_t match_by_feature(const bl_step_contact* contact, const warm_group* group)
{
    for (ptrdiff_t i = 0; i < group->count; i++)
        if (!group->taken[i] && group->begin[i].feature == contact->point.feature) return i;
    return -1;
}

static belay_vec3 point_on_b(const bl_step_scratch* s, const bl_step_contact* c)
{
    return pose_apply_inverse(s->motion.bodies[c->body_b].mid, c->point.point);
}

// A place whose features are new may still be an old one: a corner that slid over an edge. It is when it is as near as
// a contact can have moved.
static ptrdiff_t match_by_point(const bl_step_scratch* s, const bl_step_contact* contact, double reach,
                                const warm_group* group)
{
    belay_vec3 point = point_on_b(s, contact);
    ptrdiff_t best = -1;
    double best_distance = reach;
    for (ptrdiff_t i = 0; i < group->count; i++) {
        if (group->taken[i]) continue;
        double d = v3_distance(point, group->begin[i].point);
        if (d > best_distance) continue;
        best = i;
        best_distance = d;
    }
    return best;
}

static uint32_t next_feature(const warm_group* group)
{
    uint32_t feature = 0;
    for (ptrdiff_t i = 0; i < group->count; i++)
        if (group->begin[i].feature >= feature) feature = group->begin[i].feature + 1;
    return feature;
}

// How far a contact can have moved along since the last instant: as far as both bodies together have travelled, twice
// for safety at sharp bends.
static double travel_range(const belay_world_def* def, const bl_step_body* bodies, const bl_step_contact* c)
{
    const bl_step_body *a = &bodies[c->body_a], *b = &bodies[c->body_b];
    double speed = v3_length(a->came.linear) + v3_length(b->came.linear);
    speed += v3_length(a->came.angular) * v3_distance(c->point.point, a->center);
    speed += v3_length(b->came.angular) * v3_distance(c->point.point, b->center);
    return 2.0 * def->step_seconds * speed + def->contact_margin;
}

static void take(bl_step_scratch* s, ptrdiff_t contact, warm_group* group, ptrdiff_t old, double scale)
{
    group->taken[old] = true;
    s->detect.contacts[contact].lasts = v3_length_squared(group->begin[old].impulse) > 0.0;
    s->solve.warm_impulses[contact] = v3_scale(scale, group->begin[old].impulse);
}

// Contacts with a tube have no features of their own: one goes on while its place along the tube does.
static void match_tube_group(const matching* r, ptrdiff_t begin, ptrdiff_t end, warm_group* group)
{
    bl_step_scratch* s = r->s;
    uint32_t fresh = next_feature(group);
    for (ptrdiff_t i = begin; i < end; i++) {
        bl_step_contact* c = &s->detect.contacts[i];
        const bl_curve* curve = bl_collider_curve(r->shapes, &r->colliders[c->collider_b]);
        ptrdiff_t old = match_on_tube(curve, c, travel_range(r->def, s->motion.bodies, c), group);
        c->point.feature = old >= 0 ? group->begin[old].feature : fresh++;
        if (old >= 0) take(s, i, group, old, r->scale);
    }
}

static void match_group(const matching* r, ptrdiff_t begin, ptrdiff_t end, warm_group* group)
{
    bl_step_scratch* s = r->s;
    bool is_known[MAX_GROUP] = {false};
    for (ptrdiff_t i = begin; i < end && i - begin < MAX_GROUP; i++) {
        ptrdiff_t old = match_by_feature(&s->detect.contacts[i], group);
        is_known[i - begin] = old >= 0;
        if (old >= 0) take(s, i, group, old, r->scale);
    }
    for (ptrdiff_t i = begin; i < end && i - begin < MAX_GROUP; i++) {
        if (is_known[i - begin]) continue;
        const bl_step_contact* c = &s->detect.contacts[i];
        ptrdiff_t old = match_by_point(s, c, travel_range(r->def, s->motion.bodies, c), group);
        if (old >= 0) take(s, i, group, old, r->scale);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// All contacts
// ---------------------------------------------------------------------------------------------------------------------

#define CONTACTS_PER_RANGE 32

// The first of the last step's contacts that is not before the pair (a, b).
static ptrdiff_t find_warm(const bl_contact_memory* memory, uint64_t a, uint64_t b)
{
    ptrdiff_t low = 0, high = arrlen(memory->warm);
    while (low < high) {
        ptrdiff_t middle = low + (high - low) / 2;
        const bl_warm_contact* w = &memory->warm[middle];
        if (w->a < a || (w->a == a && w->b < b))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The pairs whose first contact is in the range.
static void match_range(void* context, uint32_t begin, uint32_t range_end, int worker)
{
    const matching* r = context;
    bl_step_scratch* s = r->s;
    ptrdiff_t count = arrlen(s->detect.contacts), first = begin;
    (void)worker;
    while (first > 0 && first < range_end &&
           bl_is_same_pair(&s->detect.contacts[first], &s->detect.contacts[first - 1]))
        first++;
    if (first >= range_end) return;
    const bl_proxy* proxies = s->detect.proxies;
    const bl_step_contact* at = &s->detect.contacts[first];
    ptrdiff_t from = find_warm(r->memory, proxies[at->collider_a].id, proxies[at->collider_b].id);
    for (ptrdiff_t end; first < range_end; first = end) {
        const bl_step_contact* c = &s->detect.contacts[first];
        warm_group group = find_group(r->memory, proxies[c->collider_a].id, proxies[c->collider_b].id, &from);
        for (end = first; end < count && bl_is_same_pair(c, &s->detect.contacts[end]); end++) {
            s->solve.warm_impulses[end] = v3_zero();
            s->detect.contacts[end].lasts = false;
        }
        if (bl_collider_family(&r->colliders[c->collider_b]) == BL_FAMILY_TUBE)
            match_tube_group(r, first, end, &group);
        else
            match_group(r, first, end, &group);
    }
}

void bl_step_match_contacts(belay_world* world)
{
    double scale = world->clock.last_h > 0.0 ? world->def.step_seconds / world->clock.last_h : 0.0;
    matching r = {.def = &world->def,
                  .colliders = bl_colliders(world),
                  .shapes = &world->colliders,
                  .memory = &world->memory,
                  .s = &world->scratch,
                  .scale = world->def.solver.enable_warm_start ? scale : 0.0};
    bl_workers_run(world->workers, (uint32_t)arrlen(r.s->detect.contacts), CONTACTS_PER_RANGE, match_range, &r);
}
