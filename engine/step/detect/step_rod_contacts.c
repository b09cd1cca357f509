// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where rods touch in a step: themselves, each other, and colliders. Then each contact is matched with those of the
// last step by its place along the rods.

#include "core/alloc.h"
#include "core/assert.h"
#include "detect/rod/rod_solid_contact.h"
#include "math/turn_to.h"
#include "objects/pair_material.h"
#include "objects/rod_exclusions.h"
#include "step/detect/detect_tolerances.h"
#include "step/detect/step_collide.h"
#include "step/detect/step_contact_hooks.h"
#include "step/detect/step_proxies.h"
#include "step/detect/step_rod_detect.h"
#include "step/detect/step_rod_near.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

bl_rod_chain bl_step_rod_chain(const bl_step_rods* s, uint32_t rod, const belay_vec3* nodes)
{
    const bl_step_rod* r = &s->rods[rod];
    const bl_rod_body* body = r->rod.body;
    bl_rod_chain chain = {nodes + r->first_node, s->travel + r->first_node, body->segment_count, body->section.radius,
                          body->length / body->segment_count};
    return chain;
}

static bl_rod_chain chain_of(const bl_step_rods* rods, uint32_t rod)
{
    return bl_step_rod_chain(rods, rod, rods->points);
}

void bl_step_rod_set_tangents(const bl_step_rods* s, bl_step_rod_contact* c)
{
    const belay_vec3* nodes = s->points + s->rods[c->rod_a].first_node + c->at.segment_a;
    belay_vec3 along = v3_sub(nodes[1], nodes[0]), n = c->at.normal;
    belay_vec3 t = v3_add_scaled(along, -v3_dot(along, n), n);
    double length = v3_length(t);
    c->tangent1 = length > BL_ROD_LEAST_ALONG * v3_length(along) ? v3_scale(1.0 / length, t) : v3_any_orthogonal(n);
    c->tangent2 = v3_cross(n, c->tangent1);
}

static bool add(const belay_allocator* allocator, bl_step_rods* s, const bl_step_rod_contact* c)
{
    bool ok = true;
    BL_ARRAY_RESERVE(s->contacts, arrlen(s->contacts) + 1, allocator, &ok);
    if (!ok) return false;
    arrput(s->contacts, *c);
    bl_step_rod_set_tangents(s, &s->contacts[arrlen(s->contacts) - 1]);
    return true;
}

bool bl_step_rod_add_with_rod(const bl_detect_parts* d, uint32_t a, uint32_t b, const bl_rod_contact* at)
{
    const bl_rod_record *ra = &bl_rods_of(d->entities)[a], *rb = &bl_rods_of(d->entities)[b];
    const belay_vec3* nodes = d->s->rods.points + d->s->rods.rods[a].first_node + at->segment_a;
    belay_vec3 on_axis = v3_add_scaled(nodes[0], at->s, v3_sub(nodes[1], nodes[0]));
    belay_material material = bl_material_between(d->shapes, ra->id, ra->material, rb->id, rb->material);
    bl_step_rod_contact c = {.at = *at,
                             .a = ra->id,
                             .b = rb->id,
                             .rod_a = a,
                             .rod_b = b,
                             .collider_b = BL_NO_INDEX,
                             .body_b = bl_body_count_of(d->entities),
                             .s_a = bl_rod_arc(d->rods, ra, at->segment_a, at->s),
                             .s_b = bl_rod_arc(d->rods, rb, at->segment_b, at->t),
                             .point = v3_add_scaled(on_axis, -(ra->body.section.radius + 0.5 * at->gap), at->normal),
                             .friction = material.friction,
                             .restitution = material.restitution};
    return add(&d->def->allocator, &d->s->rods, &c);
}

bool bl_step_rod_is_pair_excluded(const bl_detect_parts* d, uint32_t a, uint32_t b, const bl_rod_contact* at)
{
    double s_a = bl_rod_arc(d->rods, &bl_rods_of(d->entities)[a], at->segment_a, at->s);
    double s_b = bl_rod_arc(d->rods, &bl_rods_of(d->entities)[b], at->segment_b, at->t);
    return bl_rod_exclusions_hold(bl_rods_of(d->entities), d->rods, a, s_a, b, s_b);
}

// The contacts of rods a and b (may be the same), those of lower id first.
static bool collide_rods(const bl_detect_parts* d, uint32_t a, uint32_t b)
{
    bl_step_rods* s = &d->s->rods;
    const bl_rod_record* ra = &bl_rods_of(d->entities)[a];
    bl_rod_chain chain_a = chain_of(s, a), chain_b = chain_of(s, b);
    double margin = bl_rod_margin(d->def, ra);
    bool ok = a == b ? bl_collide_rod_self(&s->collider, &chain_a, bl_rod_exclusion_length(ra), margin)
                     : bl_collide_rods(&s->collider, &chain_a, &chain_b, margin);
    for (ptrdiff_t i = 0; ok && i < arrlen(s->collider.contacts); i++)
        ok = bl_step_rod_is_pair_excluded(d, a, b, &s->collider.contacts[i]) ||
             bl_step_rod_add_with_rod(d, a, b, &s->collider.contacts[i]);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// Colliders
// ---------------------------------------------------------------------------------------------------------------------

static belay_pose segment_pose(const belay_vec3 nodes[2])
{
    belay_vec3 along = v3_sub(nodes[1], nodes[0]);
    belay_pose pose = {v3_add_scaled(nodes[0], 0.5, along), bl_turn_z_to(v3_normalize_or(along, v3(0.0, 0.0, 1.0)))};
    return pose;
}

// The box of a segment with its travel.
bool bl_step_rod_segment_meets(const bl_rod_chain* chain, uint32_t i, double around, const bl_proxy* proxy)
{
    belay_vec3 lower = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), upper = v3_neg(lower);
    for (uint32_t k = i; k < i + 2; k++)
        for (int moved = 0; moved < 2; moved++) {
            belay_vec3 p = v3_add_scaled(chain->nodes[k], moved, chain->travel[k]);
            lower = v3(fmin(lower.x, p.x - around), fmin(lower.y, p.y - around), fmin(lower.z, p.z - around));
            upper = v3(fmax(upper.x, p.x + around), fmax(upper.y, p.y + around), fmax(upper.z, p.z + around));
        }
    return bl_rod_boxes_meet(lower, upper, proxy->lower, proxy->upper);
}

int bl_step_rod_collide_segment(const bl_detect_parts* d, const bl_rod_chain* chain, uint32_t segment,
                                uint32_t collider, belay_pose body, double cutoff, bl_manifold* manifolds)
{
    const belay_vec3* nodes = chain->nodes + segment;
    double length = v3_distance(nodes[0], nodes[1]);
    bl_convex capsule = {.kind = BL_CONVEX_SEGMENT, .radius = chain->radius, .half = {0.0, 0.0, 0.5 * length}};
    return bl_step_collide_convex(d->shapes, &capsule, segment_pose(nodes), &bl_colliders_of(d->entities)[collider],
                                  body, cutoff, manifolds);
}

static double approach_travel(const bl_rod_chain* chain, uint32_t segment, const bl_proxy* proxy)
{
    return proxy->travel + fmax(v3_length(chain->travel[segment]), v3_length(chain->travel[segment + 1]));
}

bool bl_step_rod_add_with_solid(const bl_detect_parts* d, uint32_t rod, uint32_t collider,
                                const bl_rod_solid_contact* at)
{
    BELAY_ASSERT(rod < bl_rod_count_of(d->entities) && collider < bl_collider_count_of(d->entities));
    const bl_rod_record* record = &bl_rods_of(d->entities)[rod];
    const bl_collider* b = &bl_colliders_of(d->entities)[collider];
    belay_material material = bl_material_between(d->shapes, record->id, record->material, b->id, b->material);
    uint32_t body = d->s->detect.proxies[collider].body;
    belay_quat turn = d->s->motion.bodies[body].mid.rotation;
    bl_step_rod_contact c = {.at = {.segment_a = at->segment, .s = at->s, .normal = at->at.normal, .gap = at->at.gap},
                             .a = record->id,
                             .b = b->id,
                             .rod_a = rod,
                             .rod_b = BL_NO_INDEX,
                             .collider_b = collider,
                             .body_b = body,
                             .s_a = bl_rod_arc(d->rods, record, at->segment, at->s),
                             .point = at->at.point,
                             .friction = material.friction,
                             .restitution = material.restitution,
                             .surface_velocity = v3_neg(q_rotate(turn, b->surface_velocity))};
    return add(&d->def->allocator, &d->s->rods, &c);
}

// The segments [range.begin, range.end) of a rod, of which `excluded` are left out -> scratch.rods.solids
static bool collide_segments(const bl_detect_parts* d, const bl_rod_near_collider* near, const bl_rod_chain* chain,
                             double margin, const bl_rod_excluded_ranges* excluded, bl_rod_range range)
{
    const bl_proxy* proxy = &d->s->detect.proxies[near->collider];
    bool is_plane = bl_collider_family(&bl_colliders_of(d->entities)[near->collider]) == BL_FAMILY_PLANE;
    belay_pose body = d->s->motion.bodies[proxy->body].mid;
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    for (uint32_t i = range.begin; i < range.end; i++) {
        if (bl_rod_is_excluded(excluded, i)) continue;
        if (!is_plane && !bl_step_rod_segment_meets(chain, i, chain->radius + margin, proxy)) continue;
        double cutoff = margin + approach_travel(chain, i, proxy);
        int count = bl_step_rod_collide_segment(d, chain, i, near->collider, body, cutoff, manifolds);
        for (int m = 0; m < count; m++)
            if (!bl_rod_solid_add(&d->s->rods.solids, i, chain->nodes[i], chain->nodes[i + 1], &manifolds[m]))
                return false;
    }
    return true;
}

static bool collide_with(const bl_detect_parts* d, const bl_rod_near_collider* near)
{
    bl_step_rods* s = &d->s->rods;
    bl_rod_chain chain = chain_of(s, near->rod);
    double margin = bl_rod_margin(d->def, &bl_rods_of(d->entities)[near->rod]);
    uint32_t body = d->s->detect.proxies[near->collider].body;
    bl_rod_excluded_ranges excluded = bl_step_rod_excluded_ranges(d, near->rod, body, &chain);
    bl_rod_solid_begin(&s->solids);
    for (uint32_t k = 0; k < near->run_count; k++)
        if (!collide_segments(d, near, &chain, margin, &excluded, bl_rod_near_segments(near, k, chain.segment_count)))
            return false;
    bl_rod_solid_finish(&s->solids);
    for (ptrdiff_t i = 0; i < arrlen(s->solids.contacts); i++)
        if (!bl_step_rod_add_with_solid(d, near->rod, near->collider, &s->solids.contacts[i])) return false;
    return true;
}

bool bl_step_rod_may_touch(const bl_entity_store* entities, const bl_step_scratch* scratch, uint32_t rod,
                           uint32_t collider)
{
    const bl_step_rod* r = &scratch->rods.rods[rod];
    const bl_collider* c = &bl_colliders_of(entities)[collider];
    const bl_proxy* proxy = &scratch->detect.proxies[collider];
    if (!bl_rod_is_awake(&bl_rods_of(entities)[rod]) && !bl_collider_is_active(entities, &scratch->detect, collider))
        return false;
    if (!bl_filters_meet(&bl_rods_of(entities)[rod].filter, &c->filter)) return false;
    return bl_collider_family(c) == BL_FAMILY_PLANE ||
           bl_rod_boxes_meet(r->lower, r->upper, proxy->lower, proxy->upper);
}

// ---------------------------------------------------------------------------------------------------------------------
// Order, and matching with the last step
// ---------------------------------------------------------------------------------------------------------------------

bool bl_step_rods_sort_contacts(const belay_allocator* allocator, bl_step_rods* s)
{
    size_t count = (size_t)arrlen(s->contacts);
    bool ok = true;
    BL_ARRAY_RESERVE(s->order, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->order_scratch, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->contacts, 2 * count, allocator, &ok); // room for a copy behind them
    if (!ok) return false;
    for (size_t i = 0; i < count; i++)
        s->order[i] = (bl_key_pair){s->contacts[i].a, s->contacts[i].b, (uint32_t)i, 0};
    bl_key_pairs_sort(s->order, s->order_scratch, count);
    for (size_t i = 0; i < count; i++)
        s->contacts[count + i] = s->contacts[s->order[i].first];
    memmove(s->contacts, s->contacts + count, count * sizeof *s->contacts);
    return true;
}

// How far a contact may have moved along the rods: an element, and as far as what touches can travel.
static double travel_range(const bl_rod_record* records, const bl_step_rod_contact* c)
{
    const bl_rod_record* record = &records[c->rod_a];
    return BL_ROD_MATCH_RANGE * record->body.length / record->body.element_count;
}

static double way_between(const bl_step_rod_contact* c, const bl_rod_warm* w)
{
    return fabs(w->s_a - c->s_a) + fabs(w->s_b - c->s_b);
}

// The nearest of the last step's contacts [old, old_end) that is not taken; -1: none within reach.
static ptrdiff_t nearest_old(const bl_rod_record* records, const bl_rod_warm* warm, const bool* is_taken,
                             const bl_step_rod_contact* c, ptrdiff_t old, ptrdiff_t old_end)
{
    double least = travel_range(records, c);
    ptrdiff_t best = -1;
    for (ptrdiff_t k = old; k < old_end; k++) {
        double path = way_between(c, &warm[k]);
        if (path >= least || is_taken[k]) continue;
        least = path;
        best = k;
    }
    return best;
}

static bool is_nearest(const bl_step_rods* s, ptrdiff_t contact, ptrdiff_t begin, ptrdiff_t end, const bl_rod_warm* w)
{
    double path = way_between(&s->contacts[contact], w);
    for (ptrdiff_t i = begin; i < end; i++)
        if (way_between(&s->contacts[i], w) < path) return false;
    return true;
}

// Contacts of one pair: first those are one that are each other's nearest, then who is left takes the nearest that is.
static void match_pair(const bl_rod_record* records, const bl_rod_warm* warm, bl_step_rods* s, ptrdiff_t begin,
                       ptrdiff_t end, ptrdiff_t old, ptrdiff_t old_end, double scale)
{
    for (ptrdiff_t i = begin; i < end; i++)
        s->contacts[i].impulse = v3_zero();
    for (int round = 0; round < 2; round++)
        for (ptrdiff_t i = begin; i < end; i++) {
            bl_step_rod_contact* c = &s->contacts[i];
            if (c->is_known) continue;
            ptrdiff_t k = nearest_old(records, warm, s->is_taken, c, old, old_end);
            if (k < 0 || (round == 0 && !is_nearest(s, i, begin, end, &warm[k]))) continue;
            c->is_known = s->is_taken[k] = true;
            memcpy(c->force_before, warm[k].force, sizeof c->force_before);
            c->impulse = v3_scale(scale, warm[k].impulse);
        }
}

// `scale`: of the impulses. False: no memory.
static bool match_contacts(const belay_allocator* allocator, const bl_rod_record* records, const bl_rod_warm* warm,
                           bl_step_rods* s, double scale)
{
    bool ok = true;
    ptrdiff_t count = arrlen(s->contacts), old_count = arrlen(warm), from = 0;
    BL_ARRAY_RESERVE(s->is_taken, old_count, allocator, &ok);
    if (!ok) return false;
    if (old_count > 0) memset(s->is_taken, 0, (size_t)old_count * sizeof *s->is_taken);
    for (ptrdiff_t begin = 0, end; begin < count; begin = end) {
        uint64_t a = s->contacts[begin].a, b = s->contacts[begin].b;
        for (end = begin; end < count && s->contacts[end].a == a && s->contacts[end].b == b;)
            end++;
        while (from < old_count && (warm[from].a < a || (warm[from].a == a && warm[from].b < b)))
            from++;
        ptrdiff_t old_end = from;
        while (old_end < old_count && warm[old_end].a == a && warm[old_end].b == b)
            old_end++;
        match_pair(records, warm, s, begin, end, from, old_end, scale);
    }
    return true;
}

static double impulse_scale(const belay_world_def* def, const bl_clock* clock)
{
    if (!def->solver.enable_warm_start) return 0.0;
    return clock->last_h > 0.0 ? def->step_seconds / clock->last_h : 0.0;
}

// ---------------------------------------------------------------------------------------------------------------------
// The contacts of a step
// ---------------------------------------------------------------------------------------------------------------------

static bool collide_all(const bl_detect_parts* d)
{
    const bl_step_rods* s = &d->s->rods;
    const bl_rod_record* records = bl_rods_of(d->entities);
    for (uint32_t i = 0; i < bl_rod_count_of(d->entities); i++)
        if (bl_rod_is_awake(&records[i]) && records[i].touches_itself && !collide_rods(d, i, i)) return false;
    for (ptrdiff_t k = 0; k < arrlen(s->near_rods); k++)
        if (!collide_rods(d, s->near_rods[k].first, s->near_rods[k].second)) return false;
    bl_rod_near_collider near;
    for (ptrdiff_t at = 0; bl_step_rods_next_near(s, &at, &near);) {
        bool is_sensor = bl_colliders_of(d->entities)[near.collider].flags & BL_COLLIDER_SENSOR;
        if (!is_sensor && !collide_with(d, &near)) return false;
    }
    return true;
}

belay_result bl_step_rods_collide(belay_world* world)
{
    bl_step_rods* s = &world->scratch.rods;
    if (s->contacts != NULL) arrsetlen(s->contacts, 0);
    if (bl_rod_count(world) == 0) return BELAY_OK;
    bl_rod_exclusions_forget_parted(world);
    bl_detect_parts d = bl_detect_parts_of(world);
    bool ok = bl_step_rods_find_near(&d, &world->pair_finder) && collide_all(&d) &&
              bl_step_rods_sort_contacts(&world->def.allocator, s) &&
              match_contacts(&world->def.allocator, bl_rods(world), world->memory.rod_warm, s,
                             impulse_scale(&world->def, &world->clock));
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for the contacts of rods");
    bl_step_rods_gap_terms(&d);
    world->stats.refused_changes += bl_step_ask_rod_pre_solve(&d, 0);
    bl_step_rods_impacts(&d);
    return BELAY_OK;
}
