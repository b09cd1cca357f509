// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the colliders are in this step: boxes at the contact instant, widened by the way that their bodies can go.
// Those of bodies that stay in their place are kept from the last step.

#include "step/detect/step_proxies.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "step/detect/detect_tolerances.h"
#include "step/detect/step_cast.h"
#include "store/parts/table.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Who is where in the tables
// ---------------------------------------------------------------------------------------------------------------------

// Room for every body and collider there is.
static bool reserve(const bl_entity_store* entities, const belay_allocator* allocator, bl_pair_finder* finder)
{
    uint32_t bodies = bl_body_count_of(entities), colliders = bl_collider_count_of(entities);
    bool ok = true;
    BL_ARRAY_RESERVE(finder->kept, bodies, allocator, &ok);
    BL_ARRAY_RESERVE(finder->mobility, bodies, allocator, &ok);
    BL_ARRAY_RESERVE(finder->planes, colliders, allocator, &ok);
    if (!ok || !bl_broad_phase_reserve(&finder->phase, colliders, allocator)) return false;
    while (arrlen(finder->kept) < (ptrdiff_t)bodies)
        arrput(finder->kept, (bl_kept_body){0});
    return true;
}

static void list_planes(const bl_entity_store* entities, bl_pair_finder* finder)
{
    arrsetlen(finder->planes, 0);
    for (uint32_t i = 0; i < bl_collider_count_of(entities); i++)
        if (bl_collider_family(&bl_colliders_of(entities)[i]) == BL_FAMILY_PLANE)
            arrput(finder->planes, (bl_finder_plane){.collider = i});
}

static bool are_planes_listed(const bl_entity_store* entities, const bl_proxy* proxies, const bl_pair_finder* finder)
{
    for (ptrdiff_t k = 0; k < arrlen(finder->planes); k++) {
        uint32_t i = finder->planes[k].collider;
        if (i >= bl_collider_count_of(entities) || proxies[i].id != bl_colliders_of(entities)[i].id) return false;
    }
    return finder->known > 0;
}

static double half_thickness(const bl_collider_store* shapes, const bl_collider* c)
{
    if (!bl_collider_is_convex(c)) return HUGE_VAL;
    bl_convex convex = bl_collider_convex(shapes, c);
    return bl_least_half_extent(&convex);
}

// Whether the proxy was of another collider, or of none.
static bool take_place(const bl_collider_store* shapes, const bl_collider* c, uint32_t body, bool is_known,
                       bl_proxy* proxy)
{
    bool is_other = !is_known || proxy->id != c->id;
    if (is_other) proxy->half_thickness = half_thickness(shapes, c);
    proxy->id = c->id;
    proxy->body = body;
    proxy->rank = bl_shape_of(c->type)->rank;
    return is_other;
}

// After things came and went: proxies that are not of the collider at their place are to be made, so their bodies are
// not kept. All bodies and colliders whose place is another one are of the roster.
static void find_places(const bl_collider_store* shapes, const bl_entity_store* entities, const bl_roster* roster,
                        bl_proxy* proxies, bl_pair_finder* finder)
{
    bool are_planes_known = are_planes_listed(entities, proxies, finder);
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++) {
        uint32_t body = roster->indices[k];
        for (uint32_t next = bl_bodies_of(entities)[body].first_collider; next != 0;) {
            uint32_t index = bl_table_find(&entities->tables[BL_TABLE_COLLIDER], next - 1);
            const bl_collider* c = &bl_colliders_of(entities)[index];
            next = c->next;
            if (!take_place(shapes, c, body, index < finder->known, &proxies[index])) continue;
            finder->kept[body].id = 0;
            are_planes_known = are_planes_known && bl_collider_family(c) != BL_FAMILY_PLANE;
        }
    }
    if (!are_planes_known) list_planes(entities, finder);
    finder->known = bl_collider_count_of(entities);
    finder->is_current = true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Where they are in space
// ---------------------------------------------------------------------------------------------------------------------

static bool is_same_pose(const belay_pose* a, const belay_pose* b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// What the bodies do in this step. Those that are not on the roster are kept.
static void find_mobility(const bl_detect_parts* d, const bl_roster* roster, bl_pair_finder* finder)
{
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++) {
        uint32_t i = roster->indices[k];
        bl_kept_body* kept = &finder->kept[i];
        uint64_t id = bl_bodies_of(d->entities)[i].id;
        const belay_pose* mid = &d->s->motion.bodies[i].mid;
        bool is_active = bl_body_is_asking(&bl_bodies_of(d->entities)[i], &bl_body_states_of(d->entities)[i]);
        bool is_kept = !is_active && kept->id == id && is_same_pose(&kept->pose, mid);
        finder->mobility[i] = is_active ? BL_MOBILITY_MOVING : is_kept ? BL_MOBILITY_KEPT : BL_MOBILITY_STILL;
        if (is_kept) continue;
        kept->id = is_active ? 0 : id;
        kept->pose = *mid;
    }
}

// The furthest that any point of the ball about the body's centre of mass with this radius can go in a step, both
// before and after forces: the solver may choose any velocity between and around them.
static double travel(const bl_step_body* s, double radius, double h)
{
    double before = v3_length(s->before.linear) + radius * v3_length(s->before.angular);
    double free = v3_length(s->free.linear) + radius * v3_length(s->free.angular);
    return h * fmax(before, free);
}

// The width by which the tree's box of a mover is larger.
static double skin_of(const bl_proxy* proxy)
{
    belay_vec3 size = v3_sub(proxy->upper, proxy->lower);
    return BL_SKIN_SIZE * fmin(size.x, fmin(size.y, size.z)) + BL_SKIN_TRAVELS * proxy->travel;
}

// What has gone beyond all numbers has no box, and meets nothing.
static bool is_box(const bl_box* box)
{
    return v3_is_finite(box->lower) && v3_is_finite(box->upper);
}

static void put_into_phase(bl_broad_phase* phase, uint32_t slot, const bl_proxy* proxy, bool is_moving)
{
    bl_box box = {proxy->lower, proxy->upper};
    bool is_in = bl_broad_phase_has(phase, slot);
    double skin = is_moving ? skin_of(proxy) : 0.0;
    if (!is_box(&box)) {
        if (is_in) bl_broad_phase_remove(phase, slot);
    } else if (is_in) {
        bl_broad_phase_set_moving(phase, slot, is_moving);
        bl_broad_phase_update(phase, slot, &box, skin);
    } else {
        bl_broad_phase_add(phase, slot, proxy->id, &box, skin, is_moving);
    }
}

static void make_proxy(const bl_detect_parts* d, uint32_t index, bool is_moving, bl_broad_phase* phase)
{
    BELAY_ASSERT(index < bl_collider_count_of(d->entities));
    const bl_collider* c = &bl_colliders_of(d->entities)[index];
    bl_proxy* proxy = &d->s->detect.proxies[index];
    const bl_step_body* s = &d->s->motion.bodies[proxy->body];
    proxy->pose = pose_compose(s->mid, c->pose);
    proxy->travel = 0.0;
    proxy->arm = v3_distance(proxy->pose.position, s->center) + c->bounding_radius;
    bl_collider_bounds(d->shapes, c, proxy->pose, &proxy->lower, &proxy->upper);
    if (bl_collider_family(c) == BL_FAMILY_PLANE) return;
    proxy->travel = travel(s, proxy->arm, d->def->step_seconds);
    double margin = proxy->travel + d->def->contact_margin;
    belay_vec3 m = v3(margin, margin, margin);
    proxy->lower = v3_sub(proxy->lower, m);
    proxy->upper = v3_add(proxy->upper, m);
    put_into_phase(phase, index, proxy, is_moving);
}

static void make_proxies(const bl_detect_parts* d, uint32_t body, bl_pair_finder* finder)
{
    uint8_t mobility = finder->mobility[body];
    if (mobility == BL_MOBILITY_KEPT) return;
    for (uint32_t next = bl_bodies_of(d->entities)[body].first_collider; next != 0;) {
        uint32_t index = bl_table_find(&d->entities->tables[BL_TABLE_COLLIDER], next - 1);
        make_proxy(d, index, mobility == BL_MOBILITY_MOVING, &finder->phase);
        next = bl_colliders_of(d->entities)[index].next;
    }
}

static void find_planes(const bl_detect_parts* d, bl_pair_finder* finder)
{
    for (ptrdiff_t k = 0; k < arrlen(finder->planes); k++) {
        bl_finder_plane* plane = &finder->planes[k];
        uint32_t body = d->s->detect.proxies[plane->collider].body;
        plane->is_moving = finder->mobility[body] == BL_MOBILITY_MOVING;
        bl_collider_plane(&bl_colliders_of(d->entities)[plane->collider], d->s->motion.bodies[body].mid, &plane->normal,
                          &plane->offset);
    }
}

// Planes have no forces. What does not turn has no lever, however far it reaches.
double bl_step_plane_travel(const bl_detect_parts* d, uint32_t plane, uint32_t solid)
{
    const bl_step_body* s = &d->s->motion.bodies[d->s->detect.proxies[plane].body];
    const bl_proxy* proxy = &d->s->detect.proxies[solid];
    double spin = v3_length(s->before.angular), speed = v3_length(s->before.linear);
    double radius = bl_colliders_of(d->entities)[solid].bounding_radius + proxy->travel;
    if (spin > 0.0) speed += spin * (v3_distance(proxy->pose.position, s->center) + radius);
    return d->def->step_seconds * speed;
}

bool bl_step_proxies(const bl_detect_parts* d, const bl_roster* roster, bl_pair_finder* finder)
{
    if (!reserve(d->entities, &d->def->allocator, finder)) return false;
    if (!finder->is_current) find_places(d->shapes, d->entities, roster, d->s->detect.proxies, finder);
    find_mobility(d, roster, finder);
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++)
        make_proxies(d, roster->indices[k], finder);
    find_planes(d, finder);
    return true;
}

bool bl_collider_is_active(const bl_entity_store* entities, const bl_detect_scratch* detect, uint32_t index)
{
    const bl_collider* c = &bl_colliders_of(entities)[index];
    return (c->flags & BL_COLLIDER_ARRIVED) != 0 ||
           bl_body_is_active(&bl_bodies_of(entities)[detect->proxies[index].body],
                             &bl_body_states_of(entities)[detect->proxies[index].body]);
}

bool bl_pair_is_looked_at(const bl_entity_store* entities, const bl_detect_scratch* detect, uint32_t place_a,
                          uint32_t place_b)
{
    uint32_t a = detect->proxies[place_a].body, b = detect->proxies[place_b].body;
    if (bl_body_is_active(&bl_bodies_of(entities)[a], &bl_body_states_of(entities)[a]) ||
        bl_body_is_active(&bl_bodies_of(entities)[b], &bl_body_states_of(entities)[b]))
        return true;
    const bl_body* bodies = bl_bodies_of(entities);
    if (bodies[a].type != BELAY_BODY_DYNAMIC && bodies[b].type != BELAY_BODY_DYNAMIC) return false;
    return ((bl_colliders_of(entities)[place_a].flags | bl_colliders_of(entities)[place_b].flags) &
            BL_COLLIDER_ARRIVED) != 0;
}
