// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which colliders may meet in this step: those whose boxes overlap, and those that come near a plane; at least one of
// the two bodies is active.

#include "step/detect/step_proxies.h"

#include "core/alloc.h"
#include "step/detect/detect_tolerances.h"
#include "step/detect/step_cast.h"
#include "step/detect/step_contact_hooks.h"
#include "step/detect/step_detect.h"

// Whatever their places and motions. What this asks for is the same for the whole life of a collider, or the pair
// finder is told when it changes.
static bool may_meet(const bl_entity_store* entities, const bl_proxy* proxies, uint32_t a, uint32_t b)
{
    const bl_proxy *pa = &proxies[a], *pb = &proxies[b];
    if (pa->body == pb->body || (pa->rank >= BL_RANK_PLANE && pb->rank >= BL_RANK_PLANE)) return false;
    const bl_collider *ca = &bl_colliders_of(entities)[a], *cb = &bl_colliders_of(entities)[b];
    bool is_sensing = (ca->flags | cb->flags) & BL_COLLIDER_SENSOR;
    if (is_sensing && (ca->flags & cb->flags & BL_COLLIDER_SENSOR)) return false;
    const bl_body* bodies = bl_bodies_of(entities);
    bool is_dynamic = bodies[pa->body].type == BELAY_BODY_DYNAMIC || bodies[pb->body].type == BELAY_BODY_DYNAMIC;
    return (is_sensing || is_dynamic) && bl_filters_meet(&ca->filter, &cb->filter);
}

static bool accept(void* context, uint32_t a, uint32_t b)
{
    const bl_detect_parts* d = context;
    return may_meet(d->entities, d->s->detect.proxies, a, b);
}

// ---------------------------------------------------------------------------------------------------------------------
// Planes
// ---------------------------------------------------------------------------------------------------------------------

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

// Whether the lowest corner of the collider's box is in reach of the plane, as the narrow phase has it; a little
// further, for what rounding may take.
static bool is_near(const bl_detect_parts* d, const bl_finder_plane* plane, uint32_t collider)
{
    belay_vec3 n = plane->normal, lo = d->s->detect.proxies[collider].lower, hi = d->s->detect.proxies[collider].upper;
    double x = lesser(n.x * lo.x, n.x * hi.x), y = lesser(n.y * lo.y, n.y * hi.y), z = lesser(n.z * lo.z, n.z * hi.z);
    double margin = BL_PLANE_ROUNDING * (fabs(x) + fabs(y) + fabs(z) + fabs(plane->offset));
    double travel = plane->is_moving ? bl_step_plane_travel(d, plane->collider, collider) : 0.0;
    return !(x + y + z > plane->offset + travel + margin);
}

// Returns false when memory runs out.
static bool add_other(const bl_detect_parts* d, uint32_t a, uint32_t b, bl_pair_finder* finder)
{
    bool ok = true;
    BL_ARRAY_RESERVE(finder->others, arrlen(finder->others) + 1, &d->def->allocator, &ok);
    if (!ok) return false;
    bl_key_pair pair = {d->s->detect.proxies[a].id, d->s->detect.proxies[b].id, a, b};
    arrput(finder->others, pair);
    return true;
}

static bool pair_collider_with_planes(const bl_detect_parts* d, uint32_t i, bl_pair_finder* finder)
{
    const bl_proxy *proxies = d->s->detect.proxies, *proxy = &proxies[i];
    if (proxy->rank >= BL_RANK_PLANE) return true;
    bool is_moving = finder->mobility[proxy->body] == BL_MOBILITY_MOVING;
    for (ptrdiff_t k = 0; k < arrlen(finder->planes); k++) {
        const bl_finder_plane* plane = &finder->planes[k];
        if (!is_moving && !plane->is_moving) continue;
        if (!is_near(d, plane, i) || !may_meet(d->entities, proxies, i, plane->collider)) continue;
        if (!add_other(d, i, plane->collider, finder)) return false;
    }
    return true;
}

static bool pair_body_with_planes(const bl_detect_parts* d, uint32_t body, bl_pair_finder* finder)
{
    for (uint32_t next = bl_bodies_of(d->entities)[body].first_collider; next != 0;) {
        uint32_t index = bl_table_find(&d->entities->tables[BL_TABLE_COLLIDER], next - 1);
        if (!pair_collider_with_planes(d, index, finder)) return false;
        next = bl_colliders_of(d->entities)[index].next;
    }
    return true;
}

// Who stands still is asked where a plane comes to it.
static bool pair_with_planes(const bl_detect_parts* d, const bl_roster* roster, bl_pair_finder* finder)
{
    bool is_any_moving = false, ok = true;
    for (ptrdiff_t k = 0; k < arrlen(finder->planes); k++)
        is_any_moving = is_any_moving || finder->planes[k].is_moving;
    for (uint32_t i = 0; is_any_moving && ok && i < bl_collider_count_of(d->entities); i++)
        ok = pair_collider_with_planes(d, i, finder);
    if (is_any_moving || arrlen(finder->planes) == 0) return ok;
    for (ptrdiff_t k = 0; ok && k < arrlen(roster->indices); k++)
        ok = pair_body_with_planes(d, roster->indices[k], finder);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// The list
// ---------------------------------------------------------------------------------------------------------------------

// The pairs of the trees are in order, lower ids first. Those whose first has the higher rank go reversed to the
// others, which are sorted on their own.
static bool split_by_rank(const bl_detect_parts* d, bl_pair_finder* finder)
{
    bl_detect_scratch* detect = &d->s->detect;
    const bl_key_pair* found = finder->phase.pairs;
    size_t count = (size_t)arrlen(found);
    bool ok = true;
    BL_ARRAY_RESERVE(detect->pairs, count, &d->def->allocator, &ok);
    if (!ok) return false;
    arrsetlen(detect->pairs, 0);
    for (size_t i = 0; i < count; i++) {
        bl_key_pair pair = found[i];
        if (detect->proxies[pair.first].rank <= detect->proxies[pair.second].rank)
            arrput(detect->pairs, pair);
        else if (!add_other(d, pair.second, pair.first, finder))
            return false;
    }
    return true;
}

static bool is_before(const bl_key_pair* a, const bl_key_pair* b)
{
    return a->major != b->major ? a->major < b->major : a->minor < b->minor;
}

// Most often the others come in order.
static bool sort_others(bl_key_pair* others, bl_detect_scratch* detect, const belay_allocator* allocator)
{
    size_t count = (size_t)arrlen(others), sorted = 1;
    while (sorted < count && is_before(&others[sorted - 1], &others[sorted]))
        sorted++;
    if (sorted >= count) return true;
    bool ok = true;
    BL_ARRAY_RESERVE(detect->pairs_scratch, count, allocator, &ok);
    if (ok) bl_key_pairs_sort(others, detect->pairs_scratch, count);
    return ok;
}

// From the back: stops where the first of the others has found its place.
static bool merge_others(const bl_key_pair* others, bl_detect_scratch* detect, const belay_allocator* allocator)
{
    size_t count = (size_t)arrlen(detect->pairs), other_count = (size_t)arrlen(others);
    bool ok = true;
    BL_ARRAY_RESERVE(detect->pairs, count + other_count, allocator, &ok);
    if (!ok) return false;
    bl_key_pair* pairs = detect->pairs;
    arrsetlen(pairs, count + other_count);
    for (size_t to = count + other_count; other_count > 0;) {
        bool is_other = count == 0 || is_before(&pairs[count - 1], &others[other_count - 1]);
        pairs[--to] = is_other ? others[--other_count] : pairs[--count];
    }
    return true;
}

static bool find_pairs(bl_detect_parts* d, const bl_roster* roster, bl_pair_finder* finder)
{
    const belay_allocator* allocator = &d->def->allocator;
    if (!bl_step_proxies(d, roster, finder)) return false;
    if (!bl_broad_phase_find(&finder->phase, accept, d, allocator)) return false;
    if (finder->others != NULL) arrsetlen(finder->others, 0);
    bool ok = split_by_rank(d, finder) && pair_with_planes(d, roster, finder) &&
              sort_others(finder->others, &d->s->detect, allocator) &&
              merge_others(finder->others, &d->s->detect, allocator);
    if (ok) bl_step_ask_filter(d);
    return ok;
}

// A of a pair is the one whose shape has the lower rank, or the lower id when they have the same: then the keys do not
// depend on where in the tables the colliders stand.
belay_result bl_step_broad_phase(belay_world* world)
{
    bl_detect_parts d = bl_detect_parts_of(world);
    const bl_roster* roster = &world->roster;
    bl_pair_finder* finder = &world->pair_finder;
    if (find_pairs(&d, roster, finder) && (!bl_step_limit_fractions(world) || find_pairs(&d, roster, finder)))
        return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for the pairs of %u colliders",
                   bl_collider_count(world));
}
