// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What rods would pass through in a step although no contact stands against it, once its velocities are known. Contacts
// are looked for by the free motion; what holds a rod, a grip that is jerked away above all, and other contacts may
// move it in quite another way, and where segments turn the normals turn with them.

#include "core/alloc.h"
#include "step/detect/detect_tolerances.h"
#include "step/detect/step_contact_hooks.h"
#include "step/detect/step_rod_detect.h"
#include "step/detect/step_rod_near.h"

// ---------------------------------------------------------------------------------------------------------------------
// Rods
// ---------------------------------------------------------------------------------------------------------------------

bool bl_step_rods_cross(const bl_detect_parts* d, uint32_t a, uint32_t b, bool* crosses)
{
    bl_step_rods* s = &d->s->rods;
    bl_rod_chain chain_a = bl_step_rod_chain(s, a, s->points), chain_b = bl_step_rod_chain(s, b, s->points);
    if (!bl_find_crossings(&s->collider, &chain_a, &chain_b, bl_rod_exclusion_length(&bl_rods_of(d->entities)[a])))
        return false;
    for (ptrdiff_t i = 0; i < arrlen(s->collider.contacts); i++)
        if (!bl_step_rod_is_pair_excluded(d, a, b, &s->collider.contacts[i])) *crosses = true;
    return true;
}

static bool is_known(const bl_step_rods* s, uint32_t a, uint32_t b, const bl_rod_contact* at, double reach)
{
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        const bl_step_rod_contact* c = &s->contacts[i];
        if (c->rod_a == a && c->rod_b == b && c->at.segment_a == at->segment_a && c->at.segment_b == at->segment_b &&
            fabs(c->at.s - at->s) <= reach && fabs(c->at.t - at->t) <= reach &&
            v3_dot(c->at.normal, at->normal) > BL_ROD_SAME_NORMAL)
            return true;
    }
    return false;
}

// Unless there is one of the same normal within so much of the segments' lengths.
static bool add_late(const bl_detect_parts* d, uint32_t a, uint32_t b, const bl_rod_contact* at, double reach)
{
    if (is_known(&d->s->rods, a, b, at, reach) || bl_step_rod_is_pair_excluded(d, a, b, at)) return true;
    return bl_step_rod_add_with_rod(d, a, b, at);
}

static bool find_crossings(const bl_detect_parts* d, uint32_t a, uint32_t b, bool* crosses)
{
    bl_step_rods* s = &d->s->rods;
    if (!bl_step_rods_cross(d, a, b, crosses)) return false;
    for (ptrdiff_t i = 0; i < arrlen(s->collider.contacts); i++)
        if (!add_late(d, a, b, &s->collider.contacts[i], BL_ROD_SAME_POINT)) return false;
    return true;
}

// What will overlap although no contact stands against it, because the normals turn on the way, is given one with the
// normal that it will have.
static bool find_overlaps(const bl_detect_parts* d, uint32_t a, uint32_t b)
{
    bl_step_rods* s = &d->s->rods;
    bl_rod_chain chain_a = bl_step_rod_chain(s, a, s->ahead), chain_b = bl_step_rod_chain(s, b, s->ahead);
    double radii = chain_a.radius + chain_b.radius;
    chain_a.travel = chain_b.travel = NULL;
    bool ok =
        a == b ? bl_collide_rod_self(&s->collider, &chain_a, bl_rod_exclusion_length(&bl_rods_of(d->entities)[a]), 0.0)
               : bl_collide_rods(&s->collider, &chain_a, &chain_b, 0.0);
    for (ptrdiff_t i = 0; ok && i < arrlen(s->collider.contacts); i++) {
        bl_rod_contact at = s->collider.contacts[i];
        if (at.gap >= -BL_ROD_OVERLAP_AHEAD * radii) continue;
        const belay_vec3* pa = s->points + s->rods[a].first_node + at.segment_a;
        const belay_vec3* pb = s->points + s->rods[b].first_node + at.segment_b;
        belay_vec3 apart =
            v3_sub(v3_add_scaled(pa[0], at.s, v3_sub(pa[1], pa[0])), v3_add_scaled(pb[0], at.t, v3_sub(pb[1], pb[0])));
        at.gap = v3_dot(at.normal, apart) - radii;
        ok = add_late(d, a, b, &at, 1.0);
    }
    return ok;
}

bool bl_step_rods_may_meet(const bl_rod_record* records, const bl_step_rods* s, uint32_t i, uint32_t j)
{
    const bl_step_rod* rods = s->rods;
    const bl_rod_record *a = &records[i], *b = &records[j];
    if (!bl_rod_is_awake(a) && !bl_rod_is_awake(b)) return false;
    if (i == j) return a->touches_itself;
    if (a->id > b->id || !bl_filters_meet(&a->filter, &b->filter)) return false;
    return bl_rod_boxes_meet(rods[i].lower, rods[i].upper, rods[j].lower, rods[j].upper);
}

// ---------------------------------------------------------------------------------------------------------------------
// Colliders
// ---------------------------------------------------------------------------------------------------------------------

// A segment on its way, in parts of the step.
typedef struct passage {
    const bl_rod_chain* chain;
    uint32_t rod, segment, collider;
    double reach; // m, how far segment and collider may come nearer in the whole step
} passage;

// The deepest place of the segment at a time of the step, named with the gap that it has at the contact instant along
// the normal of then. Returns the gap of that time; HUGE_VAL: no less than what is still to go.
static double look_at(const bl_detect_parts* d, const passage* p, double time, bl_rod_solid_contact* found)
{
    const belay_vec3 *nodes = p->chain->nodes + p->segment, *travel = p->chain->travel + p->segment;
    const belay_vec3 then[2] = {v3_add_scaled(nodes[0], time, travel[0]), v3_add_scaled(nodes[1], time, travel[1])};
    bl_rod_chain chain = {.nodes = then, .segment_count = 1, .radius = p->chain->radius};
    uint32_t body = d->s->detect.proxies[p->collider].body;
    const bl_velocity* v = &d->s->motion.velocities[body];
    double h = d->def->step_seconds, least = HUGE_VAL;
    belay_pose pose = bl_rigid_move(&bl_bodies_of(d->entities)[body].mass, d->s->motion.bodies[body].mid, v->linear,
                                    v->angular, time * h);
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    int count = bl_step_rod_collide_segment(d, &chain, 0, p->collider, pose, (1.0 - time) * p->reach, manifolds);
    for (int m = 0; m < count; m++)
        for (int k = 0; k < manifolds[m].count; k++) {
            const bl_manifold_point* point = &manifolds[m].points[k];
            if (point->gap >= least) continue;
            least = point->gap;
            double s = fmin(1.0, v3_distance(point->reference, then[0]) / v3_distance(then[1], then[0]));
            belay_vec3 displacement = v3_add_scaled(travel[0], s, v3_sub(travel[1], travel[0]));
            displacement =
                v3_scale(time, v3_add_scaled(displacement, -h,
                                             bl_step_velocity_at(&d->s->motion.bodies[body], v, point->point)));
            *found = (bl_rod_solid_contact){.segment = p->segment, .s = s, .at = *point};
            found->at.gap -= v3_dot(point->normal, displacement);
        }
    return least;
}

static bool is_known_solid(const bl_step_rods* s, const passage* p, const bl_rod_solid_contact* at)
{
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        const bl_step_rod_contact* c = &s->contacts[i];
        if (c->rod_a != p->rod || c->rod_b != BL_NO_INDEX || c->collider_b != p->collider) continue;
        double place = ((double)c->at.segment_a - (double)at->segment) + (c->at.s - at->s);
        if (fabs(place) < BL_ROD_SAME_POINT_ON_SOLID &&
            v3_dot(c->at.normal, at->at.normal) > BL_ROD_SAME_NORMAL_ON_SOLID)
            return true;
    }
    return false;
}

// Goes along the motion, each time as far as the gap cannot close on. A plane has no other side: the end tells.
static bool look_along(const bl_detect_parts* d, const passage* p)
{
    bl_rod_solid_contact found;
    bool is_plane = bl_collider_family(&bl_colliders_of(d->entities)[p->collider]) == BL_FAMILY_PLANE;
    double time = is_plane ? 1.0 : 0.0, radius = p->chain->radius;
    for (int look = 0; look < BL_ROD_MOST_LOOKS; look++) {
        double gap = look_at(d, p, time, &found);
        if (gap == HUGE_VAL) return true;
        if (gap < -BL_ROD_DEEP * radius && time > 0.0 && !is_known_solid(&d->s->rods, p, &found))
            return bl_step_rod_add_with_solid(d, p->rod, p->collider, &found);
        if (time == 1.0) return true;
        time = fmin(1.0, time + fmax(gap, BL_ROD_LEAST_LOOK * radius) / p->reach);
    }
    return true;
}

static bool find_passages_of(const bl_detect_parts* d, const bl_rod_near_collider* near, const bl_rod_chain* chain,
                             const bl_rod_excluded_ranges* excluded, bl_rod_range range)
{
    const bl_proxy* proxy = &d->s->detect.proxies[near->collider];
    bool is_plane = bl_collider_family(&bl_colliders_of(d->entities)[near->collider]) == BL_FAMILY_PLANE;
    for (uint32_t i = range.begin; i < range.end; i++) {
        double path = proxy->travel + fmax(v3_length(chain->travel[i]), v3_length(chain->travel[i + 1]));
        passage p = {chain, near->rod, i, near->collider, path};
        if (path < BL_ROD_DEEP * chain->radius || bl_rod_is_excluded(excluded, i)) continue;
        if (!is_plane && !bl_step_rod_segment_meets(chain, i, chain->radius, proxy)) continue;
        if (!look_along(d, &p)) return false;
    }
    return true;
}

static bool find_passages(const bl_detect_parts* d, const bl_rod_near_collider* near)
{
    bl_rod_chain chain = bl_step_rod_chain(&d->s->rods, near->rod, d->s->rods.points);
    uint32_t body = d->s->detect.proxies[near->collider].body;
    bl_rod_excluded_ranges excluded = bl_step_rod_excluded_ranges(d, near->rod, body, &chain);
    for (uint32_t k = 0; k < near->run_count; k++) {
        bl_rod_range range = bl_rod_near_segments(near, k, chain.segment_count);
        if (!find_passages_of(d, near, &chain, &excluded, range)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The crossings of a step
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t node_count(const bl_step_rods* s, uint32_t rods)
{
    const bl_step_rod* last = &s->rods[rods - 1];
    return last->first_node + last->node_count;
}

static void mark_late(bl_step_rods* s, ptrdiff_t from)
{
    for (ptrdiff_t i = from; i < arrlen(s->contacts); i++) {
        s->contacts[i].is_added = true;
        s->contacts[i].restitution = 0.0; // it would have been met in the next step
    }
}

void bl_step_rods_drop_added(bl_step_rods* s)
{
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++)
        if (!s->contacts[i].is_added) s->contacts[kept++] = s->contacts[i];
    if (s->contacts != NULL) arrsetlen(s->contacts, (size_t)kept);
}

static bool look_at_strands(const bl_detect_parts* d, uint32_t a, uint32_t b, bool* crosses)
{
    return find_crossings(d, a, b, crosses) && find_overlaps(d, a, b);
}

static bool look_at_all(const bl_detect_parts* d, bool* crosses)
{
    const bl_step_rods* s = &d->s->rods;
    const bl_rod_record* records = bl_rods_of(d->entities);
    for (uint32_t i = 0; i < bl_rod_count_of(d->entities); i++)
        if (bl_step_rods_may_meet(records, s, i, i) && !look_at_strands(d, i, i, crosses)) return false;
    for (ptrdiff_t k = 0; k < arrlen(s->near_rods); k++)
        if (!look_at_strands(d, s->near_rods[k].first, s->near_rods[k].second, crosses)) return false;
    bl_rod_near_collider near;
    for (ptrdiff_t at = 0; bl_step_rods_next_near(s, &at, &near);) {
        bool is_sensor = bl_colliders_of(d->entities)[near.collider].flags & BL_COLLIDER_SENSOR;
        if (!is_sensor && bl_rod_is_awake(&records[near.rod]) && !find_passages(d, &near)) return false;
    }
    return true;
}

belay_result bl_step_rods_find_crossings(belay_world* world, bool* any, bool* crosses)
{
    bl_detect_parts d = bl_detect_parts_of(world);
    bl_step_rods* s = &d.s->rods;
    ptrdiff_t known = arrlen(s->contacts);
    *crosses = false;
    bl_step_rods_keep_impulses(s);
    for (ptrdiff_t k = 0; k < (ptrdiff_t)node_count(s, bl_rod_count(world)); k++)
        s->ahead[k] = v3_add(s->points[k], s->travel[k]);
    bool ok = bl_step_rods_find_near(&d, &world->pair_finder) && look_at_all(&d, crosses);
    mark_late(s, known);
    world->stats.refused_changes += bl_step_ask_rod_pre_solve(&d, known);
    *any = arrlen(s->contacts) > known;
    if (ok && *any) ok = bl_step_rods_sort_contacts(&world->def.allocator, s);
    return ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for the contacts of rods");
}
