// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the colliders are in this step: boxes at the contact instant, widened by the way that their bodies can go.
// Those of bodies that stay in their place are kept from the last step.

#include "step/detect/step_proxies.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "store/parts/table.h"
#include "store/state.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Who is where in the tables
// ---------------------------------------------------------------------------------------------------------------------

// Room for every body and collider there is.
static bool reserve(belay_world* world)
{
    const belay_allocator* allocator = &world->def.allocator;
    bl_pair_finder* finder = &world->pair_finder;
    uint32_t bodies = bl_body_count(world), colliders = bl_collider_count(world);
    bool ok = true;
    BL_ARRAY_RESERVE(finder->kept, bodies, allocator, &ok);
    BL_ARRAY_RESERVE(finder->mobility, bodies, allocator, &ok);
    BL_ARRAY_RESERVE(finder->planes, colliders, allocator, &ok);
    if (!ok || !bl_broad_phase_reserve(&finder->phase, colliders, allocator)) return false;
    while (arrlen(finder->kept) < (ptrdiff_t)bodies)
        arrput(finder->kept, (bl_kept_body){0});
    return true;
}

static void list_planes(belay_world* world)
{
    bl_pair_finder* finder = &world->pair_finder;
    arrsetlen(finder->planes, 0);
    for (uint32_t i = 0; i < bl_collider_count(world); i++)
        if (bl_collider_family(&bl_colliders(world)[i]) == BL_FAMILY_PLANE)
            arrput(finder->planes, (bl_finder_plane){.collider = i});
}

static bool are_planes_listed(const belay_world* world)
{
    const bl_pair_finder* finder = &world->pair_finder;
    for (ptrdiff_t k = 0; k < arrlen(finder->planes); k++) {
        uint32_t i = finder->planes[k].collider;
        if (i >= bl_collider_count(world) || world->scratch.detect.proxies[i].id != bl_colliders(world)[i].id)
            return false;
    }
    return finder->known > 0;
}

// Whether the proxy at a place was of another collider.
static bool find_place(belay_world* world, uint32_t place, uint32_t body)
{
    const bl_collider* c = &bl_colliders(world)[place];
    bl_proxy* proxy = &world->scratch.detect.proxies[place];
    bool is_new = place >= world->pair_finder.known || proxy->id != c->id;
    proxy->id = c->id;
    proxy->body = body;
    proxy->rank = bl_shape_of(c->type)->rank;
    return is_new;
}

// After things came and went: proxies that are not of the collider at their place are to be made, so their bodies are
// not kept. All bodies and colliders whose place is another one are of the roster.
static void find_places(belay_world* world)
{
    bl_pair_finder* finder = &world->pair_finder;
    bool are_planes_known = are_planes_listed(world);
    for (ptrdiff_t k = 0; k < arrlen(world->roster.places); k++) {
        uint32_t body = world->roster.places[k];
        for (uint32_t next = bl_bodies(world)[body].first_collider; next != 0;) {
            uint32_t place = bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1);
            const bl_collider* c = &bl_colliders(world)[place];
            next = c->next;
            if (!find_place(world, place, body)) continue;
            finder->kept[body].id = 0;
            are_planes_known = are_planes_known && bl_collider_family(c) != BL_FAMILY_PLANE;
        }
    }
    if (!are_planes_known) list_planes(world);
    finder->known = bl_collider_count(world);
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
static void find_mobility(belay_world* world)
{
    bl_pair_finder* finder = &world->pair_finder;
    for (ptrdiff_t k = 0; k < arrlen(world->roster.places); k++) {
        uint32_t i = world->roster.places[k];
        bl_kept_body* kept = &finder->kept[i];
        uint64_t id = bl_bodies(world)[i].id;
        const belay_pose* mid = &world->scratch.motion.bodies[i].mid;
        bool is_active = bl_body_is_asking(&bl_bodies(world)[i], &bl_body_states(world)[i]);
        bool is_kept = !is_active && kept->id == id && is_same_pose(&kept->pose, mid);
        finder->mobility[i] = is_active ? BL_MOBILITY_MOVING : is_kept ? BL_MOBILITY_KEPT : BL_MOBILITY_STILL;
        if (is_kept) continue;
        kept->id = is_active ? 0 : id;
        kept->pose = *mid;
    }
}

// The furthest that any point of the ball about the body's centre of mass with this reach can go in a step, both before
// and after forces: the solver may choose any velocity between and around them.
static double travel(const bl_step_body* s, double reach, double h)
{
    double before = v3_length(s->before.linear) + reach * v3_length(s->before.angular);
    double free = v3_length(s->free.linear) + reach * v3_length(s->free.angular);
    return h * fmax(before, free);
}

// The width by which the tree's box of a mover is larger: the less often it leaves it, the more often it seems to meet
// others. A part of its size, and the way of a step.
#define SKIN_SIZE 0.03
#define SKIN_TRAVELS 1.0

static double skin_of(const bl_proxy* proxy)
{
    belay_vec3 size = v3_sub(proxy->upper, proxy->lower);
    return SKIN_SIZE * fmin(size.x, fmin(size.y, size.z)) + SKIN_TRAVELS * proxy->travel;
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

static void make_proxy(belay_world* world, uint32_t place, bool is_moving)
{
    BELAY_ASSERT(place < bl_collider_count(world));
    const bl_collider* c = &bl_colliders(world)[place];
    bl_proxy* proxy = &world->scratch.detect.proxies[place];
    const bl_step_body* s = &world->scratch.motion.bodies[proxy->body];
    proxy->pose = pose_compose(s->mid, c->pose);
    proxy->travel = 0.0;
    proxy->arm = v3_distance(proxy->pose.position, s->center) + c->reach;
    bl_collider_bounds(&world->colliders, c, proxy->pose, &proxy->lower, &proxy->upper);
    if (bl_collider_family(c) == BL_FAMILY_PLANE) return;
    proxy->travel = travel(s, proxy->arm, world->def.step_seconds);
    double margin = proxy->travel + world->def.contact_margin;
    belay_vec3 m = v3(margin, margin, margin);
    proxy->lower = v3_sub(proxy->lower, m);
    proxy->upper = v3_add(proxy->upper, m);
    put_into_phase(&world->pair_finder.phase, place, proxy, is_moving);
}

static void make_proxies(belay_world* world, uint32_t body)
{
    uint8_t mobility = world->pair_finder.mobility[body];
    if (mobility == BL_MOBILITY_KEPT) return;
    for (uint32_t next = bl_bodies(world)[body].first_collider; next != 0;) {
        uint32_t place = bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1);
        make_proxy(world, place, mobility == BL_MOBILITY_MOVING);
        next = bl_colliders(world)[place].next;
    }
}

static void find_planes(belay_world* world)
{
    bl_pair_finder* finder = &world->pair_finder;
    for (ptrdiff_t k = 0; k < arrlen(finder->planes); k++) {
        bl_finder_plane* plane = &finder->planes[k];
        uint32_t body = world->scratch.detect.proxies[plane->collider].body;
        plane->is_moving = finder->mobility[body] == BL_MOBILITY_MOVING;
        bl_collider_plane(&bl_colliders(world)[plane->collider], world->scratch.motion.bodies[body].mid, &plane->normal,
                          &plane->offset);
    }
}

// Planes have no forces. What does not turn has no lever, however far it reaches.
double bl_step_plane_travel(const belay_world* world, uint32_t plane, uint32_t solid)
{
    const bl_step_body* s = &world->scratch.motion.bodies[world->scratch.detect.proxies[plane].body];
    const bl_proxy* proxy = &world->scratch.detect.proxies[solid];
    double spin = v3_length(s->before.angular), speed = v3_length(s->before.linear);
    double reach = bl_colliders(world)[solid].reach + proxy->travel;
    if (spin > 0.0) speed += spin * (v3_distance(proxy->pose.position, s->center) + reach);
    return world->def.step_seconds * speed;
}

bool bl_step_proxies(belay_world* world)
{
    bl_pair_finder* finder = &world->pair_finder;
    if (!reserve(world)) return false;
    if (!finder->is_current) find_places(world);
    find_mobility(world);
    for (ptrdiff_t k = 0; k < arrlen(world->roster.places); k++)
        make_proxies(world, world->roster.places[k]);
    find_planes(world);
    return true;
}

bool bl_collider_is_active(const bl_entity_store* entities, const bl_detect_scratch* detect, uint32_t place)
{
    const bl_collider* c = &bl_colliders_of(entities)[place];
    return (c->flags & BL_COLLIDER_ARRIVED) != 0 ||
           bl_body_is_active(&bl_bodies_of(entities)[detect->proxies[place].body],
                             &bl_body_states_of(entities)[detect->proxies[place].body]);
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
