// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which colliders may meet in this step: boxes at the contact instant, widened by the way that their bodies can go, and
// swept along x. The order of the sweep is kept from step to step, so that sorting it again is nearly free.

#include "world/step.h"

#include "core/alloc.h"

// The furthest that any point of the ball about the body's centre of mass with this reach can go in a step, both before
// and after forces: the solver may choose any velocity between and around them.
static double travel(const bl_step_body* s, double reach, double h)
{
    double before = v3_length(s->before.linear) + reach * v3_length(s->before.angular);
    double free = v3_length(s->free.linear) + reach * v3_length(s->free.angular);
    return h * fmax(before, free);
}

static void update_proxy(const belay_world* world, const bl_collider* c, uint32_t body, bl_proxy* proxy)
{
    const bl_step_body* s = &world->scratch.bodies[body];
    proxy->body = body;
    proxy->pose = pose_compose(s->mid, c->pose);
    proxy->travel = 0.0;
    bl_collider_bounds(world, c, proxy->pose, &proxy->lower, &proxy->upper);
    if (c->type == BELAY_SHAPE_PLANE) return;
    proxy->travel = travel(s, v3_distance(proxy->pose.position, s->center) + c->reach, world->def.step_seconds);
    double margin = proxy->travel + world->def.contact_margin;
    belay_vec3 m = v3(margin, margin, margin);
    proxy->lower = v3_sub(proxy->lower, m);
    proxy->upper = v3_add(proxy->upper, m);
}

static void update_proxies(belay_world* world)
{
    bl_step_scratch* scratch = &world->scratch;
    uint32_t count = bl_collider_count(world);
    arrsetlen(scratch->unbounded, 0);
    for (uint32_t i = 0; i < count; i++) {
        const bl_collider* c = &bl_colliders(world)[i];
        update_proxy(world, c, bl_table_find(&world->tables[BL_TABLE_BODY], bl_slot_of(c->body)), &scratch->proxies[i]);
        if (c->type == BELAY_SHAPE_PLANE) arrput(scratch->unbounded, i);
    }
}

// Insertion sort of the order kept from the last step, made anew when colliders came or went.
static void sort_along_x(bl_step_scratch* scratch, uint32_t count)
{
    if ((uint32_t)arrlen(scratch->sweep_order) != count) {
        arrsetlen(scratch->sweep_order, count);
        for (uint32_t i = 0; i < count; i++)
            scratch->sweep_order[i] = i;
    }
    const bl_proxy* proxies = scratch->proxies;
    uint32_t* order = scratch->sweep_order;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t x = order[i], j = i;
        for (; j > 0 && proxies[order[j - 1]].lower.x > proxies[x].lower.x; j--)
            order[j] = order[j - 1];
        order[j] = x;
    }
}

static bool may_meet(const belay_world* world, uint32_t a, uint32_t b)
{
    const bl_body* body_a = &bl_bodies(world)[world->scratch.proxies[a].body];
    const bl_body* body_b = &bl_bodies(world)[world->scratch.proxies[b].body];
    const bl_collider *ca = &bl_colliders(world)[a], *cb = &bl_colliders(world)[b];
    bool is_sensing = (ca->flags | cb->flags) & BL_COLLIDER_SENSOR;
    if (is_sensing && (ca->flags & cb->flags & BL_COLLIDER_SENSOR)) return false;
    if (body_a == body_b) return false;
    if (!bl_body_is_active(world, world->scratch.proxies[a].body) &&
        !bl_body_is_active(world, world->scratch.proxies[b].body))
        return false;
    if (!is_sensing && body_a->type != BELAY_BODY_DYNAMIC && body_b->type != BELAY_BODY_DYNAMIC) return false;
    return bl_filters_meet(&ca->filter, &cb->filter);
}

// Balls first, then other convex solids, then what only stands: A of a pair is always convex.
static int shape_rank(belay_shape_type type)
{
    static const int ranks[BELAY_SHAPE_TYPE_COUNT] = {
        [BELAY_SHAPE_SPHERE] = 0,   [BELAY_SHAPE_CAPSULE] = 1,      [BELAY_SHAPE_BOX] = 2,   [BELAY_SHAPE_HULL] = 2,
        [BELAY_SHAPE_CYLINDER] = 3, [BELAY_SHAPE_CONE] = 4,         [BELAY_SHAPE_PLANE] = 5, [BELAY_SHAPE_TUBE] = 6,
        [BELAY_SHAPE_MESH] = 7,     [BELAY_SHAPE_HEIGHT_FIELD] = 8,
    };
    return ranks[type];
}

// Puts the pair into the list by rank, the lower id first of two equal ones: then the key does not depend on where in
// the tables the colliders stand.
static belay_result add_pair(belay_world* world, uint32_t a, uint32_t b)
{
    if (!may_meet(world, a, b)) return BELAY_OK;
    bool ok = true;
    BL_ARRAY_RESERVE(world->scratch.pairs, arrlen(world->scratch.pairs) + 1, &world->def.allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for another pair of colliders");
    const bl_collider *ca = &bl_colliders(world)[a], *cb = &bl_colliders(world)[b];
    int rank_a = shape_rank(ca->type), rank_b = shape_rank(cb->type);
    bool swap = rank_a != rank_b ? rank_a > rank_b : ca->id > cb->id;
    bl_key_pair pair = {swap ? cb->id : ca->id, swap ? ca->id : cb->id, swap ? b : a, swap ? a : b};
    arrput(world->scratch.pairs, pair);
    return BELAY_OK;
}

static bool overlap(const bl_proxy* a, const bl_proxy* b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static belay_result sweep(belay_world* world)
{
    const bl_step_scratch* scratch = &world->scratch;
    uint32_t count = bl_collider_count(world);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = scratch->sweep_order[i];
        if (bl_colliders(world)[a].type == BELAY_SHAPE_PLANE) continue;
        for (uint32_t j = i + 1; j < count; j++) {
            uint32_t b = scratch->sweep_order[j];
            if (scratch->proxies[b].lower.x > scratch->proxies[a].upper.x) break;
            if (bl_colliders(world)[b].type == BELAY_SHAPE_PLANE) continue;
            if (!overlap(&scratch->proxies[a], &scratch->proxies[b])) continue;
            belay_result result = add_pair(world, a, b);
            if (result != BELAY_OK) return result;
        }
    }
    return BELAY_OK;
}

// A plane has no box: it meets everything, and the narrow phase says what is near.
static belay_result pair_unbounded(belay_world* world)
{
    for (ptrdiff_t k = 0; k < arrlen(world->scratch.unbounded); k++) {
        for (uint32_t i = 0; i < bl_collider_count(world); i++) {
            if (bl_colliders(world)[i].type == BELAY_SHAPE_PLANE) continue;
            belay_result result = add_pair(world, i, world->scratch.unbounded[k]);
            if (result != BELAY_OK) return result;
        }
    }
    return BELAY_OK;
}

belay_result bl_step_broad_phase(belay_world* world)
{
    update_proxies(world);
    sort_along_x(&world->scratch, bl_collider_count(world));
    arrsetlen(world->scratch.pairs, 0);
    belay_result result = sweep(world);
    if (result == BELAY_OK) result = pair_unbounded(world);
    if (result != BELAY_OK) return result;
    size_t count = (size_t)arrlen(world->scratch.pairs);
    bool ok = true;
    BL_ARRAY_RESERVE(world->scratch.pairs_scratch, count, &world->def.allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory to sort %zu pairs", count);
    bl_key_pairs_sort(world->scratch.pairs, world->scratch.pairs_scratch, count);
    return BELAY_OK;
}
