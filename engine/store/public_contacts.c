// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/public_contacts.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "store/checks.h"
#include "store/store_tolerances.h"

#include <string.h>

static belay_contact_status status_of(const bl_contact_row* row)
{
    if (!(row->r[0] > 0.0)) return BELAY_CONTACT_OPEN;
    double limit = row->mu * row->r[0];
    double tangential = sqrt(row->r[1] * row->r[1] + row->r[2] * row->r[2]);
    return tangential < limit * (1.0 - BL_EDGE_OF_CONE) ? BELAY_CONTACT_STICK : BELAY_CONTACT_SLIDE;
}

void bl_public_contact_velocity(const bl_step_scratch* s, uint32_t contact, double velocity[3])
{
    const bl_contact_row* row = &s->solve.rows[contact];
    bl_contact_row_velocity(row, s->motion.velocities, velocity);
    velocity[1] += row->belt[0];
    velocity[2] += row->belt[1];
}

// Of the step alone: bodies and colliders may be gone, and others may have their places in the tables.
static void make_contact(const bl_step_scratch* s, uint32_t i, belay_contact* out)
{
    const bl_active_contact* c = &s->solve.contacts[i];
    const bl_contact_row* row = &s->solve.rows[i];
    memset(out, 0, sizeof *out);
    out->collider_a.value = s->detect.proxies[c->collider_a].id;
    out->collider_b.value = s->detect.proxies[c->collider_b].id;
    out->body_a.value = s->motion.bodies[row->body_a].id;
    out->body_b.value = s->motion.bodies[row->body_b].id;
    out->point = c->point;
    out->normal = row->at.n;
    out->tangent1 = row->at.s;
    out->tangent2 = bl_contact_frame(&row->at, 2);
    out->gap = c->gap;
    out->friction = row->mu;
    out->restitution = s->detect.contacts[c->found].restitution;
    memcpy(out->impulse, row->r, sizeof out->impulse);
    bl_public_contact_velocity(s, i, out->velocity);
    out->target = row->target;
    out->status = status_of(row);
    out->feature = c->feature;
}

uint32_t bl_public_contact_count(const belay_world* world)
{
    const bl_published* published = &world->published;
    return (uint32_t)(published->are_contacts_due ? arrlen(world->scratch.solve.contacts)
                                                  : arrlen(published->contacts));
}

// Room for as many as a step has room for: the next ones, which reserve it with their own, need no more.
belay_result bl_public_contacts_make(const belay_world* world, const char* call)
{
    belay_world* w = (belay_world*)world; // what it tells stays the same
    bl_published* published = &w->published;
    const bl_step_scratch* s = &w->scratch;
    uint32_t count = bl_public_contact_count(w);
    bool ok = true;
    if (!published->are_contacts_due || count == 0) return BELAY_OK;
    BL_ARRAY_RESERVE_RAW(published->contacts, s->detect.contact_capacity, &w->def.allocator, &ok);
    if (!ok) return bl_fail(w, BELAY_ERROR_MEMORY, "%s: no memory for %u contacts", call, count);
    BELAY_ASSERT(count <= (uint32_t)arrcap(published->contacts));
    arrsetlen(published->contacts, count);
    for (uint32_t i = 0; i < count; i++)
        make_contact(s, i, &published->contacts[i]);
    published->are_contacts_due = false;
    return BELAY_OK;
}

void bl_public_contacts_forget(bl_published* published)
{
    published->are_contacts_due = false;
    if (published->contacts != NULL) arrsetlen(published->contacts, 0);
}

const belay_contact* belay_world_get_contacts(const belay_world* world, int32_t* count)
{
    if (count != NULL) *count = 0;
    if (world == NULL || bl_public_contacts_make(world, "belay_world_get_contacts") != BELAY_OK) return NULL;
    if (count != NULL) *count = (int32_t)arrlen(world->published.contacts);
    return world->published.contacts;
}
