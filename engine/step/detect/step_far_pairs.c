// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A contact stands for a hit to come in the step. Where many bodies fly about, each has dozens of others within the way
// of a step, and nearly none of them is hit: it would take a third body that throws the one at the other and both
// within the step. So of two bodies that move freely those pairs and contacts are far, and left to the next step, which
// are apart by more than a part of their thickness (what is nearer is looked at whatever it does, so that what lies on
// each other, or falls in a row, stops with what is stopped below it), and by more than they close by themselves, with
// the velocities before the step and without impulses, and half as much again. What a third one throws all the same is
// found a step later, in the other by less than it went. Where few are (fewer pairs than velocity bounds are made for)
// nothing is far, and of walls, grounds and what is led nothing ever is.

#include "step/detect/step_far_pairs.h"

#include "core/alloc.h"
#include "step/detect/detect_tolerances.h"

// Two bodies of a crowd that move freely, and what they are; false: others.
typedef struct crowd_pair {
    const bl_proxy *pa, *pb;
    const bl_step_body *a, *b;
    double near; // m, that part of their thickness
} crowd_pair;

static bool find_pair(const bl_detect_parts* d, const bl_key_pair* pair, crowd_pair* p)
{
    const bl_detect_scratch* s = &d->s->detect;
    if (!s->is_crowded) return false;
    const bl_collider *a = &bl_colliders_of(d->entities)[pair->first], *b = &bl_colliders_of(d->entities)[pair->second];
    const bl_body* bodies = bl_bodies_of(d->entities);
    p->pa = &s->proxies[pair->first];
    p->pb = &s->proxies[pair->second];
    p->a = &d->s->motion.bodies[p->pa->body];
    p->b = &d->s->motion.bodies[p->pb->body];
    p->near = BL_FAR_THICKNESS * (p->pa->half_thickness + p->pb->half_thickness);
    bool is_sensor = (a->flags | b->flags) & BL_COLLIDER_SENSOR;
    return p->near < HUGE_VAL && !is_sensor && bodies[p->pa->body].type == BELAY_BODY_DYNAMIC &&
           bodies[p->pb->body].type == BELAY_BODY_DYNAMIC;
}

// ---------------------------------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------------------------------

static double spin_of(const bl_step_body* body)
{
    return fmax(v3_length(body->before.angular), v3_length(body->free.angular));
}

static double reach_of(const crowd_pair* p, double h)
{
    double speed =
        fmax(v3_distance(p->a->before.linear, p->b->before.linear), v3_distance(p->a->free.linear, p->b->free.linear));
    speed += spin_of(p->a) * p->pa->arm + spin_of(p->b) * p->pb->arm;
    return fmax(p->near, BL_FAR_OWN_WAY * h * speed);
}

double bl_step_pair_reach(const bl_detect_parts* d, const bl_key_pair* pair)
{
    crowd_pair p;
    return find_pair(d, pair, &p) ? reach_of(&p, d->def->step_seconds) : HUGE_VAL;
}

static double apart(double lower_a, double upper_a, double lower_b, double upper_b, double grown)
{
    return fmax(0.0, fmax(lower_b - upper_a, lower_a - upper_b) + grown);
}

// By the boxes, which are wider by travel and margin.
static bool is_far(const bl_detect_parts* d, const crowd_pair* p)
{
    double margin = d->def->contact_margin, grown = p->pa->travel + p->pb->travel + 2.0 * margin;
    belay_vec3 la = p->pa->lower, ua = p->pa->upper, lb = p->pb->lower, ub = p->pb->upper;
    double x = apart(la.x, ua.x, lb.x, ub.x, grown), y = apart(la.y, ua.y, lb.y, ub.y, grown);
    double z = apart(la.z, ua.z, lb.z, ub.z, grown), reach = reach_of(p, d->def->step_seconds) + margin;
    return x * x + y * y + z * z > reach * reach;
}

#define PAIRS_PER_RANGE 128

static void find_far(void* context, uint32_t begin, uint32_t end, int worker)
{
    const bl_detect_parts* d = context;
    bl_detect_scratch* s = &d->s->detect;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        crowd_pair p;
        s->findings[i].is_far = find_pair(d, &s->pairs[i], &p) && is_far(d, &p);
    }
}

void bl_step_drop_far_pairs(bl_detect_parts* d, bl_workers* workers)
{
    bl_detect_scratch* s = &d->s->detect;
    ptrdiff_t count = arrlen(s->pairs), kept = 0;
    s->is_crowded = count >= BL_VELOCITY_BOUND_LEAST_PAIRS;
    if (!s->is_crowded) return;
    bl_workers_run(workers, (uint32_t)count, PAIRS_PER_RANGE, find_far, d);
    for (ptrdiff_t i = 0; i < count; i++)
        if (!s->findings[i].is_far) s->pairs[kept++] = s->pairs[i];
    arrsetlen(s->pairs, (size_t)kept);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

static double own_speed(const crowd_pair* p, const bl_manifold_point* at)
{
    belay_vec3 before = v3_sub(bl_step_velocity_at(p->b, &p->b->before, at->point),
                               bl_step_velocity_at(p->a, &p->a->before, at->point));
    belay_vec3 free =
        v3_sub(bl_step_velocity_at(p->b, &p->b->free, at->point), bl_step_velocity_at(p->a, &p->a->free, at->point));
    return fmax(v3_dot(at->normal, before), v3_dot(at->normal, free));
}

static void drop_far_points(const bl_detect_parts* d, const crowd_pair* p, bl_manifold* m)
{
    int kept = 0;
    for (int i = 0; i < m->count; i++) {
        double own = BL_FAR_OWN_WAY * d->def->step_seconds * own_speed(p, &m->points[i]);
        if (m->points[i].gap > d->def->contact_margin + fmax(p->near, own)) continue;
        if (kept != i) m->points[kept] = m->points[i];
        kept++;
    }
    m->count = kept;
}

int bl_step_drop_far_contacts(const bl_detect_parts* d, const bl_key_pair* pair, bl_manifold* manifolds, int count)
{
    crowd_pair p;
    int kept = 0;
    if (!find_pair(d, pair, &p)) return count;
    for (int k = 0; k < count; k++) {
        drop_far_points(d, &p, &manifolds[k]);
        if (manifolds[k].count == 0) continue;
        if (kept != k) manifolds[kept] = manifolds[k];
        kept++;
    }
    return kept;
}
