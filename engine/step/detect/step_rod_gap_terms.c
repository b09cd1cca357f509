// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a lasting contact of a rod with a collider does while the rod runs on, say over a drum. Two things go wrong in
// second order when a step looks at the contact instant q alone:
//
// - The rope moves along straight lines while the drum is round: the gap grows by v^2 h^2 / 2R more than its normal
//   velocity says, and a contact that is kept from closing is lifted by as much in every step.
// - The rod's forces act at q + h (2 theta - 1) v (models/rod/rod_ops.h), ahead of the contact's: with theta = 1 the
//   tension T of a rope round half the drum pulls with normals turned by h v / R against those of the contacts, and
//   pi T h v / R of it is left over as a drag. At 1.5 m/s, h = 2 ms and R = 52 mm that is 18 % of T.
//
// So the contact is looked at once more where the velocities v- of the interval before lead to in the next one, and
// linearised there: with the gap g' and the place found there, and the normal n in the same relation to the two looks
// as the rod's forces,
//     gap = g' + h n . (u+ - u-),
// which in terms of the gap g now is g + h n . u+ + s, with the second-order gap term s = g' - g - h n . u-. Only
// where the rod does run: what barely moves would have its noise fed back through the normals. Contacts of rods with
// each other are left as they are for that reason: in a tight knot all hangs together too stiffly.

#include "core/alloc.h"
#include "step/detect/detect_tolerances.h"
#include "step/detect/step_rod_chain.h"
#include "step/detect/step_rod_detect.h"

// The nodes one step ahead.
static void look_ahead(bl_step_rods* s, uint32_t rods, double h)
{
    for (uint32_t i = 0; i < rods; i++)
        for (uint32_t k = s->rods[i].first_node; k < s->rods[i].first_node + s->rods[i].node_count; k++)
            s->ahead[k] = v3_add_scaled(s->points[k], h, s->before[k]);
}

static double normal_velocity(const bl_step_scratch* scratch, const bl_step_rod_contact* c)
{
    return v3_dot(c->at.normal, bl_step_rod_contact_velocity(scratch, c));
}

// The contact as it is ahead, unless that is so far from how it is now that the motion will hardly come to that: a
// second-order gap term that is not used up is an overlap.
static void take_over(const bl_detect_parts* d, bl_step_rod_contact* c, const bl_rod_contact* ahead)
{
    const bl_rod_body* body = &bl_rods_of(d->entities)[c->rod_a].body;
    double share = 2.0 * body->theta - 1.0, gap = c->at.gap;
    belay_vec3 n = v3_add_scaled(c->at.normal, share, v3_sub(ahead->normal, c->at.normal));
    bl_step_rod_contact next = *c;
    next.at = *ahead;
    next.at.gap = gap;
    next.at.normal = v3_scale(1.0 / v3_length(n), n);
    bl_step_rod_set_tangents(&d->s->rods, &next);
    next.gap_term = ahead->gap - gap - d->def->step_seconds * normal_velocity(d->s, &next);
    if (fabs(next.gap_term) <= BL_ROD_GAP_TERM_MOST * body->section.radius) *c = next;
}

static bool runs(const bl_detect_parts* d, const bl_step_rod_contact* c)
{
    double path = d->def->step_seconds * v3_length(bl_step_rod_contact_velocity(d->s, c));
    return path > BL_ROD_GAP_TERM_NEGLIGIBLE_PATH * bl_rods_of(d->entities)[c->rod_a].body.section.radius;
}

// Of what comes to hit, also of what an impulse has only slowed down, the motion ahead is not the one to come.
static bool is_lasting(const bl_step_scratch* scratch, const bl_step_rod_contact* c)
{
    return fabs(normal_velocity(scratch, c)) <=
           BL_ROD_GAP_TERM_FLAT * v3_length(bl_step_rod_contact_velocity(scratch, c));
}

// How far along the rod the contact may be found ahead: it stays in place on the solid, or nearly, while the rod moves
// by.
static double reach(const bl_detect_parts* d, const bl_step_rod_contact* c)
{
    belay_vec3 u = bl_step_rod_contact_velocity(d->s, c), n = c->at.normal;
    double way = d->def->step_seconds * v3_length(v3_add_scaled(u, -v3_dot(u, n), n));
    const bl_rod_body* body = &bl_rods_of(d->entities)[c->rod_a].body;
    double element = body->length / body->element_count;
    return fmin(element, BL_ROD_GAP_TERM_DISTANCE * way + BL_ROD_GAP_TERM_LEAST_DISTANCE * element);
}

// The segment of a contact and its neighbours against the solid where both will be.
static bool find_ahead(const bl_detect_parts* d, const bl_step_rod_contact* c, bl_rod_contact* ahead)
{
    bl_step_rods* s = &d->s->rods;
    bl_rod_chain chain = bl_step_rod_chain(s, c->rod_a, s->ahead);
    chain.travel = NULL;
    const bl_step_body* b = &d->s->motion.bodies[c->body_b];
    belay_pose body = bl_rigid_move(&bl_bodies_of(d->entities)[c->body_b].mass, b->mid, b->before.linear,
                                    b->before.angular, d->def->step_seconds);
    const bl_rod_record* record = &bl_rods_of(d->entities)[c->rod_a];
    double least = reach(d, c);
    uint32_t first = c->at.segment_a > 0 ? c->at.segment_a - 1 : 0;
    bool found = false;
    for (uint32_t i = first; i <= c->at.segment_a + 1 && i < chain.segment_count; i++) {
        bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
        int count =
            bl_step_rod_collide_segment(d, &chain, i, c->collider_b, body, bl_rod_margin(d->def, record), manifolds);
        for (int m = 0; m < count; m++)
            for (int k = 0; k < manifolds[m].count; k++) {
                const bl_manifold_point* p = &manifolds[m].points[k];
                double length = v3_distance(chain.nodes[i], chain.nodes[i + 1]);
                double at = fmin(v3_distance(p->reference, chain.nodes[i]) / length, 1.0);
                double distance = fabs(bl_rod_arc(d->rods, record, i, at) - c->s_a);
                if (distance >= least || v3_dot(p->normal, c->at.normal) < BL_ROD_GAP_TERM_SAME_NORMAL) continue;
                least = distance;
                *ahead = (bl_rod_contact){.segment_a = i, .s = at, .normal = p->normal, .gap = p->gap};
                found = true;
            }
    }
    return found;
}

void bl_step_rods_gap_terms(const bl_detect_parts* d)
{
    bl_step_rods* s = &d->s->rods;
    if (arrlen(s->contacts) == 0) return;
    look_ahead(s, bl_rod_count_of(d->entities), d->def->step_seconds);
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        bl_step_rod_contact* c = &s->contacts[i];
        bl_rod_contact ahead;
        if (c->rod_b == BL_NO_INDEX && runs(d, c) && is_lasting(d->s, c) && find_ahead(d, c, &ahead))
            take_over(d, c, &ahead);
    }
}
