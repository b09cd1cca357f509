// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step leaves behind: its contacts for the user, and their impulses for the next step.

#include "world/step.h"

#include "core/alloc.h"

#include <string.h>

// Sliding is told from sticking by the cone: the impulse of a sliding contact is on its edge to the rounding of the
// one-contact solver.
static belay_contact_status status_of(const bl_contact_row* row)
{
    if (!(row->r[0] > 0.0)) return BELAY_CONTACT_OPEN;
    double limit = row->block.mu * row->r[0];
    double tangential = sqrt(row->r[1] * row->r[1] + row->r[2] * row->r[2]);
    return tangential < limit * (1.0 - 1e-12) ? BELAY_CONTACT_STICK : BELAY_CONTACT_SLIDE;
}

static void publish_contact(belay_world* world, ptrdiff_t i)
{
    const bl_step_contact* c = &world->scratch.contacts[i];
    const bl_contact_row* row = &world->scratch.rows[i];
    belay_contact* out = &world->contacts[i];
    memset(out, 0, sizeof *out);
    out->collider_a.value = c->a;
    out->collider_b.value = c->b;
    out->body_a.value = bl_bodies(world)[c->body_a].id;
    out->body_b.value = bl_bodies(world)[c->body_b].id;
    out->point = c->point.point;
    out->normal = row->f[0];
    out->tangent1 = row->f[1];
    out->tangent2 = row->f[2];
    out->gap = c->point.gap;
    out->friction = c->friction;
    out->restitution = c->restitution;
    memcpy(out->impulse, row->r, sizeof out->impulse);
    bl_contact_row_velocity(row, world->scratch.velocities, out->velocity);
    out->velocity[1] += row->belt[0];
    out->velocity[2] += row->belt[1];
    out->target = row->target;
    out->status = status_of(row);
    out->feature = c->point.feature;
}

static void keep_impulse(belay_world* world, ptrdiff_t i)
{
    const bl_step_contact* c = &world->scratch.contacts[i];
    const bl_contact_row* row = &world->scratch.rows[i];
    bl_warm_contact* w = &world->warm[i];
    memset(w, 0, sizeof *w);
    w->a = c->a;
    w->b = c->b;
    w->feature = c->point.feature;
    w->arc = c->point.arc;
    w->point = pose_apply_inverse(world->scratch.bodies[c->body_b].mid, c->point.point);
    w->impulse = v3_zero();
    for (int k = 0; k < 3; k++)
        w->impulse = v3_add_scaled(w->impulse, row->r[k], row->f[k]);
}

void bl_step_publish(belay_world* world)
{
    size_t count = (size_t)arrlen(world->scratch.contacts);
    arrsetlen(world->contacts, count);
    arrsetlen(world->warm, count);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)count; i++) {
        publish_contact(world, i);
        keep_impulse(world, i);
    }
    world->last_h = world->def.step_seconds;
}
