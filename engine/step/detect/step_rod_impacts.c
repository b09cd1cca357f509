// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the impact law (solver/law/impact_law.h) asks of contacts of rods that bounce: how fast the two came to each
// other, and how the step's forces press them. Those that will not close in this step leave.

#include "core/alloc.h"
#include "step/detect/step_rod_chain.h"
#include "step/detect/step_rod_detect.h"

// m/s, of A and of B at a contact.
typedef struct end_velocities {
    belay_vec3 a, b;
} end_velocities;

// A place of a rod moves as the nodes beside it do; `nodes` are their velocities, or ways.
static belay_vec3 at_place(const bl_step_rods* s, uint32_t rod, uint32_t segment, double at, const belay_vec3* nodes)
{
    const belay_vec3* v = nodes + s->rods[rod].first_node + segment;
    return v3_add_scaled(v[0], at, v3_sub(v[1], v[0]));
}

static end_velocities velocities_of(const bl_step_scratch* scratch, const bl_step_rod_contact* c,
                                    const belay_vec3* nodes, const bl_velocity* of_body)
{
    const bl_step_rods* s = &scratch->rods;
    end_velocities v = {at_place(s, c->rod_a, c->at.segment_a, c->at.s, nodes), v3_zero()};
    if (c->rod_b != BL_NO_INDEX) {
        v.b = at_place(s, c->rod_b, c->at.segment_b, c->at.t, nodes);
    } else {
        v.b = bl_step_velocity_at(&scratch->motion.bodies[c->body_b], of_body, c->point);
    }
    return v;
}

// Null: B is a rod.
static const bl_step_body* body_of(const bl_step_scratch* s, const bl_step_rod_contact* c)
{
    return c->rod_b == BL_NO_INDEX ? &s->motion.bodies[c->body_b] : NULL;
}

belay_vec3 bl_step_rod_contact_velocity(const bl_step_scratch* s, const bl_step_rod_contact* c)
{
    const bl_step_body* body = body_of(s, c);
    end_velocities v = velocities_of(s, c, s->rods.before, body != NULL ? &body->before : NULL);
    return v3_sub(v.a, v.b);
}

// Relative, or of one of them alone, as of bodies.
static double pressing(belay_vec3 n, const end_velocities* before, const end_velocities* free, double h)
{
    double of_a = v3_dot(n, v3_sub(before->a, free->a)) / h, of_b = v3_dot(n, v3_sub(free->b, before->b)) / h;
    return fmax(of_a + of_b, fmax(of_a, of_b));
}

// The ways of the nodes are those of the step's free motion, as it is found.
static void set_approach(const bl_detect_parts* d, bl_step_rod_contact* c)
{
    double h = d->def->step_seconds;
    const bl_step_body* body = body_of(d->s, c);
    end_velocities before = velocities_of(d->s, c, d->s->rods.before, body != NULL ? &body->before : NULL);
    end_velocities free = velocities_of(d->s, c, d->s->rods.travel, body != NULL ? &body->free : NULL);
    free.a = v3_scale(1.0 / h, free.a);
    if (body == NULL) free.b = v3_scale(1.0 / h, free.b);
    c->before = v3_dot(c->at.normal, v3_sub(before.a, before.b));
    c->pressing = pressing(c->at.normal, &before, &free, h);
}

// As what a body hits in flight (is_cast) it bounces in the step in which it hits, theta 1: a rod is thin, and a step
// later the two could be through each other.
bl_impact_settings bl_step_rod_impact_settings(const belay_world_def* def)
{
    return (bl_impact_settings){def->step_seconds, 1.0, def->touch_tolerance, def->restitution_threshold};
}

bl_impact_input bl_step_rod_impact_input(const bl_step_rod_contact* c)
{
    return (bl_impact_input){.gap = c->at.gap,
                             .before = c->before,
                             .gap_term_after = c->gap_term,
                             .pressing = c->pressing,
                             .restitution = c->restitution};
}

void bl_step_rods_impacts(const bl_detect_parts* d)
{
    bl_step_rods* s = &d->s->rods;
    bl_impact_settings settings = bl_step_rod_impact_settings(d->def);
    ptrdiff_t count = arrlen(s->contacts), kept = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        bl_step_rod_contact* c = &s->contacts[i];
        double target;
        if (c->restitution > 0.0) {
            set_approach(d, c);
            bl_impact_input in = bl_step_rod_impact_input(c);
            if (!bl_impact_target(&settings, &in, &target)) continue;
        }
        s->contacts[kept++] = *c;
    }
    if (count > 0) arrsetlen(s->contacts, (size_t)kept);
}
