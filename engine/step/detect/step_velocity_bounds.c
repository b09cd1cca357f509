// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How far two bodies can come towards each other in a step, when many are near each other. The sum of the ways that
// both can go alone is safe, but in a falling pile it finds contacts between all that travel together. The free
// relative velocity is not: the lower of two that fall may be stopped in this very step.
//
// So every body gets a range (a box) of the velocities that it may have after the step. It begins with those before the
// step and without impulses. An impact leaves both bodies with velocities between those that they had, and takes from
// their approach no more than what would close the gap too far. So where two may close, given their ranges, each range
// grows to the hull of both, less the speed that the gap between them takes up. That is repeated until nothing changes;
// as no range grows beyond the hull of all, and each pass over a gap takes something off, it ends. A falling column
// whose foot is stopped grows ranges up to the height at which the gaps below have used up the way of the step.
//
// An impact that is off centre turns a part of the change sideways: as large a part as the centres of the two boxes are
// off, measured by the boxes. What bounces, and what hangs on joints, may go any way as fast as it is. Never is the
// result more than the sum of both ways.

#include "step/detect/step_velocity_bounds.h"

#include "core/alloc.h"
#include "step/detect/detect_parts.h"
#include "step/detect/detect_tolerances.h"

static void hull(bl_velocity_range* r, belay_vec3 v)
{
    r->lower = v3(fmin(r->lower.x, v.x), fmin(r->lower.y, v.y), fmin(r->lower.z, v.z));
    r->upper = v3(fmax(r->upper.x, v.x), fmax(r->upper.y, v.y), fmax(r->upper.z, v.z));
}

static bool may_go_any_way(const bl_entity_store* entities, const bl_body* body)
{
    if (body->first_joint != 0) return true;
    const bl_table* table = &entities->tables[BL_TABLE_COLLIDER];
    for (uint32_t link = body->first_collider; link != 0;) {
        const bl_collider* c = &bl_colliders_of(entities)[bl_table_find(table, link - 1)];
        if (c->material.restitution > 0.0) return true;
        link = c->next;
    }
    return false;
}

static void begin_range(const bl_detect_parts* d, uint32_t index)
{
    bl_velocity_range* r = &d->s->detect.ranges[index];
    const bl_step_body* s = &d->s->motion.bodies[index];
    const bl_body* body = &bl_bodies_of(d->entities)[index];
    r->lower = r->upper = s->before.linear;
    hull(r, s->free.linear);
    r->spin = fmax(v3_length(s->before.angular), v3_length(s->free.angular));
    r->sideways = 0.0;
    r->widened = 0;
    r->is_fixed = body->type != BELAY_BODY_DYNAMIC;
    bool may_bounce = d->hooks->pre_solve != NULL; // any contact, for all that is known here
    if (r->is_fixed || (!may_bounce && !may_go_any_way(d->entities, body))) return;
    double speed = fmax(v3_length(s->before.linear), v3_length(s->free.linear));
    hull(r, v3(speed, speed, speed));
    hull(r, v3(-speed, -speed, -speed));
}

// Of all bodies that are in a pair.
static void begin_ranges(const bl_detect_parts* d, const bl_roster* roster)
{
    const bl_detect_scratch* s = &d->s->detect;
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++)
        begin_range(d, roster->indices[k]);
    for (ptrdiff_t i = 0; i < arrlen(s->pairs); i++) {
        uint32_t a = s->proxies[s->pairs[i].first].body, b = s->proxies[s->pairs[i].second].body;
        if (!bl_roster_has(roster, a)) begin_range(d, a);
        if (!bl_roster_has(roster, b)) begin_range(d, b);
    }
}

// The pair materials that bounce.
static void let_pairs_bounce(const bl_detect_parts* d)
{
    for (ptrdiff_t i = 0; i < arrlen(d->shapes->pair_materials); i++) {
        const bl_pair_material* p = &d->shapes->pair_materials[i];
        if (!(p->material.restitution > 0.0)) continue;
        const uint64_t ids[2] = {p->a, p->b};
        for (int k = 0; k < 2; k++) {
            uint32_t collider = bl_index_of(d->entities, BL_TABLE_COLLIDER, ids[k]);
            if (collider == BL_NO_INDEX) continue; // a rod
            const bl_proxy* proxy = &d->s->detect.proxies[collider];
            bl_velocity_range* r = &d->s->detect.ranges[proxy->body];
            if (r->is_fixed) continue;
            double speed = sqrt(fmax(v3_length_squared(r->lower), v3_length_squared(r->upper)));
            hull(r, v3(speed, speed, speed));
            hull(r, v3(-speed, -speed, -speed));
        }
    }
}

// The way that turning and what goes sideways add, m.
static double turn_of(const bl_proxy* proxy, const bl_velocity_range* r, double h)
{
    double speed = r->sideways;
    if (r->spin > 0.0) speed += r->spin * proxy->arm;
    return speed * h;
}

// One pair of boxes: the gap along each axis that lies between them, and the speed at which it may close.
typedef struct approach {
    double h, allowance; // s; m, beyond the boxes: `aside` and the contact margin
    double distance;     // m, no more than the least between the two
    double aside;        // m, the way that turning and what goes sideways add
} approach;

// Along one axis: the gap is [a_upper, b_lower] or [b_upper, a_lower]. Whether it may close.
static bool may_close(double below, double above, double fastest_below, double slowest_above, approach* out)
{
    double gap = above - below;
    if (!(gap > 0.0)) return true;
    if (gap > out->distance) out->distance = gap;
    return !(out->h * (fastest_below - slowest_above) + out->allowance < gap);
}

// Whether the two may meet; only then all of `out` is known.
static bool may_meet(const belay_world_def* def, const bl_detect_scratch* detect, const bl_key_pair* pair,
                     approach* out)
{
    const bl_proxy *pa = &detect->proxies[pair->first], *pb = &detect->proxies[pair->second];
    const bl_velocity_range *a = &detect->ranges[pa->body], *b = &detect->ranges[pb->body];
    double margin = def->contact_margin;
    double grown_a = pa->travel + margin, grown_b = pb->travel + margin; // the boxes of the proxies are
    double grown = grown_a + grown_b;
    out->h = def->step_seconds;
    out->distance = 0.0;
    out->aside = turn_of(pa, a, out->h) + turn_of(pb, b, out->h);
    out->allowance = out->aside + margin;
    return may_close(pa->upper.x, pb->lower.x + grown, a->upper.x, b->lower.x, out) &&
           may_close(pb->upper.x, pa->lower.x + grown, b->upper.x, a->lower.x, out) &&
           may_close(pa->upper.y, pb->lower.y + grown, a->upper.y, b->lower.y, out) &&
           may_close(pb->upper.y, pa->lower.y + grown, b->upper.y, a->lower.y, out) &&
           may_close(pa->upper.z, pb->lower.z + grown, a->upper.z, b->lower.z, out) &&
           may_close(pb->upper.z, pa->lower.z + grown, b->upper.z, a->lower.z, out);
}

static bool grow_down(double* lower, double to, double least, double* by)
{
    if (!(to < *lower - least)) return false;
    *by = fmax(*by, *lower - to);
    *lower = to;
    return true;
}

static bool grow_up(double* upper, double to, double least, double* by)
{
    if (!(to > *upper + least)) return false;
    *by = fmax(*by, to - *upper);
    *upper = to;
    return true;
}

// How far the centres of the boxes are off, seen along the axis along which the range grew most, by the boxes' size.
static double offset_of(const bl_proxy* a, const bl_proxy* b, const double grown[3])
{
    belay_vec3 between = v3_sub(v3_add(a->lower, a->upper), v3_add(b->lower, b->upper));
    belay_vec3 size = v3_sub(v3_add(a->upper, b->upper), v3_add(a->lower, b->lower));
    double off[3] = {fabs(between.x) / size.x, fabs(between.y) / size.y, fabs(between.z) / size.z};
    int most = grown[0] >= grown[1] && grown[0] >= grown[2] ? 0 : grown[1] >= grown[2] ? 1 : 2;
    return fmin(1.0, off[(most + 1) % 3] + off[(most + 2) % 3]);
}

// `taken`: the speed that the gap takes up.
static bool grow(bl_velocity_range* r, const bl_velocity_range* by, double taken, double least, double grown[3])
{
    if (r->is_fixed) return false;
    bool any = grow_down(&r->lower.x, by->lower.x + taken, least, &grown[0]);
    any |= grow_down(&r->lower.y, by->lower.y + taken, least, &grown[1]);
    any |= grow_down(&r->lower.z, by->lower.z + taken, least, &grown[2]);
    any |= grow_up(&r->upper.x, by->upper.x - taken, least, &grown[0]);
    any |= grow_up(&r->upper.y, by->upper.y - taken, least, &grown[1]);
    any |= grow_up(&r->upper.z, by->upper.z - taken, least, &grown[2]);
    return any;
}

// Whether the range of `r` has room to grow towards that of `by`, however small the gap.
static bool can_grow(const bl_velocity_range* r, const bl_velocity_range* by, double least)
{
    if (r->is_fixed) return false;
    return by->lower.x < r->lower.x - least || by->lower.y < r->lower.y - least || by->lower.z < r->lower.z - least ||
           by->upper.x > r->upper.x + least || by->upper.y > r->upper.y + least || by->upper.z > r->upper.z + least;
}

static bool grow_by(const bl_detect_scratch* detect, const bl_key_pair* pair, bl_velocity_range* r,
                    const bl_velocity_range* by, double taken, double least, int pass)
{
    double grown[3] = {0.0, 0.0, 0.0};
    if (!grow(r, by, taken, least, grown)) return false;
    r->widened = pass;
    const bl_proxy* proxies = detect->proxies;
    r->sideways +=
        fmax(grown[0], fmax(grown[1], grown[2])) * offset_of(&proxies[pair->first], &proxies[pair->second], grown);
    return true;
}

// Passes are counted from 1. What has not changed since the last pass came by gives what it gave then: nothing.
static bool spread_over(const belay_world_def* def, const bl_detect_scratch* detect, const bl_key_pair* pair,
                        double least, int pass)
{
    bl_velocity_range* a = &detect->ranges[detect->proxies[pair->first].body];
    bl_velocity_range* b = &detect->ranges[detect->proxies[pair->second].body];
    if (a->widened < pass - 1 && b->widened < pass - 1) return false;
    if (!can_grow(a, b, least) && !can_grow(b, a, least)) return false;
    approach near;
    if (!may_meet(def, detect, pair, &near)) return false;
    double taken = near.distance / near.h;
    bl_velocity_range before = *a;
    bool any = grow_by(detect, pair, a, b, taken, least, pass);
    return grow_by(detect, pair, b, &before, taken, least, pass) || any;
}

// Forwards and backwards in turn, so that what runs along the order of the pairs, either way, takes one pass.
static bool spread(const belay_world_def* def, const bl_detect_scratch* detect)
{
    const bl_key_pair* pairs = detect->pairs;
    ptrdiff_t count = arrlen(pairs);
    double least = BL_VELOCITY_BOUND_LEAST_GROWTH * def->contact_margin / def->step_seconds;
    for (int pass = 1; pass <= BL_VELOCITY_BOUND_MAX_PASSES; pass++) {
        bool any = false;
        for (ptrdiff_t i = 0; i < count; i++)
            any = spread_over(def, detect, &pairs[pass % 2 == 1 ? i : count - 1 - i], least, pass) || any;
        if (!any) return true;
    }
    return false;
}

belay_result bl_step_velocity_bounds(belay_world* world)
{
    bl_detect_parts d = bl_detect_parts_of(world);
    bl_detect_scratch* detect = &d.s->detect;
    uint32_t bodies = bl_body_count(world);
    detect->has_ranges = false;
    if (arrlen(detect->pairs) < BL_VELOCITY_BOUND_LEAST_PAIRS) return BELAY_OK;
    bool ok = true;
    BL_ARRAY_RESERVE(detect->ranges, bodies, &d.def->allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u bodies", bodies);
    begin_ranges(&d, &world->roster);
    let_pairs_bounce(&d);
    detect->has_ranges = spread(d.def, detect);
    return BELAY_OK;
}

double bl_step_approach_travel(const belay_world_def* def, const bl_detect_scratch* detect, const bl_key_pair* pair)
{
    const bl_proxy *a = &detect->proxies[pair->first], *b = &detect->proxies[pair->second];
    double both = a->travel + b->travel;
    if (!detect->has_ranges || both <= def->contact_margin) return both;
    const bl_velocity_range *ra = &detect->ranges[a->body], *rb = &detect->ranges[b->body];
    approach near;
    if (!may_meet(def, detect, pair, &near)) return -1.0;
    double x = fmax(ra->upper.x - rb->lower.x, rb->upper.x - ra->lower.x);
    double y = fmax(ra->upper.y - rb->lower.y, rb->upper.y - ra->lower.y);
    double z = fmax(ra->upper.z - rb->lower.z, rb->upper.z - ra->lower.z);
    return fmin(both, def->step_seconds * sqrt(x * x + y * y + z * z) + near.aside);
}
