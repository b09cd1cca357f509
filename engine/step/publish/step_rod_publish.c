// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step leaves behind of its rods: contacts for the user, their impulses for the next step, and the forces of
// attachments.

#include "step/motion/step_rods.h"

#include "core/alloc.h"
#include "step/detect/step_proxies.h"
#include "step/detect/step_rod_detect.h"
#include "step/publish/step_rod_publish.h"

#include <string.h>

static void publish_contact(const bl_publish_parts* p, const bl_step_rod_contact* c, const bl_rod_element* e)
{
    belay_rod_contact out;
    memset(&out, 0, sizeof out);
    out.rod_a.value = c->a;
    if (c->rod_b != BL_NO_INDEX) {
        out.rod_b.value = c->b;
    } else {
        out.collider_b.value = c->b;
        out.body_b.value = bl_bodies_of(p->entities)[c->body_b].id;
    }
    out.s_a = c->s_a;
    out.s_b = c->s_b;
    out.point = c->point;
    out.normal = c->at.normal;
    out.tangent1 = c->tangent1;
    out.tangent2 = c->tangent2;
    out.gap = c->at.gap;
    out.friction = c->friction;
    out.restitution = c->restitution;
    memcpy(out.impulse, e->r, sizeof out.impulse);
    bl_rod_element_velocity(&p->s->rods.set, e, p->s->motion.velocities, out.velocity);
    for (int k = 1; k < 3; k++)
        out.velocity[k] -= e->target[k]; // the belt
    arrput(p->published->rod_contacts, out);
}

static void keep_impulse(const bl_publish_parts* p, const bl_step_rod_contact* c, const bl_rod_element* e)
{
    bl_rod_warm w;
    memset(&w, 0, sizeof w);
    w.a = c->a;
    w.b = c->b;
    w.s_a = c->s_a;
    w.s_b = c->s_b;
    w.impulse = bl_step_rod_contact_impulse(c, e);
    bl_step_rod_geometric_stiffness(bl_rods_of(p->entities), &p->s->rods, c, e->r[0] / p->def->step_seconds, &w);
    arrput(p->s->rods.warm_next, w);
}

// The ends that a rod's model holds take what acts on their own dofs.
static void add_direct(bl_rod_record* records, const bl_step_rods* s, uint32_t rod, uint32_t segment, double at,
                       belay_vec3 force, belay_vec3 moment)
{
    const bl_step_rod* r = &s->rods[rod];
    if (!bl_rod_is_awake(&records[rod]) || r->is_kept_still) return;
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
        bl_rod_attachment* a = &records[rod].attachments[k];
        if (a->type == BL_ATTACHMENT_NONE || a->end >= 2) continue;
        a->force = v3_sub(a->force, r->ops->direct_force(&r->rod, (int)a->end, segment, at, force, moment));
    }
}

// The rows of a position are along the world's axes, those of turning along their own.
static void add_force(bl_rod_record* records, const bl_step_rods* s, double h, uint32_t element)
{
    const bl_rod_element* e = &s->set.elements[element];
    uint32_t owner = s->owners[element];
    bl_rod_attachment* a = &records[owner / BELAY_ROD_MAX_ATTACHMENTS].attachments[owner % BELAY_ROD_MAX_ATTACHMENTS];
    belay_vec3 force = v3_zero(), torque = v3_zero();
    for (uint32_t k = 0; k < e->count; k++) {
        double size = e->r[k] / h;
        if (v3_length_squared(e->linear[k]) > 0.0)
            force = v3_add_scaled(force, size, e->linear[k]);
        else
            torque = v3_add_scaled(torque, size, e->angular[k]);
    }
    a->force = v3_add(a->force, force);
    a->torque = v3_add(a->torque, torque);
    add_direct(records, s, owner / BELAY_ROD_MAX_ATTACHMENTS, a->segment, a->at, force, torque);
}

static void add_direct_of_contact(bl_rod_record* records, const bl_step_rods* s, double h, const bl_step_rod_contact* c,
                                  const bl_rod_element* e)
{
    belay_vec3 force = v3_scale(1.0 / h, bl_step_rod_contact_impulse(c, e));
    belay_vec3 arm = v3_scale(-records[c->rod_a].body.section.radius, c->at.normal);
    add_direct(records, s, c->rod_a, c->at.segment_a, c->at.s, force, v3_cross(arm, force));
    if (c->rod_b == BL_NO_INDEX) return;
    arm = v3_scale(records[c->rod_b].body.section.radius, c->at.normal);
    add_direct(records, s, c->rod_b, c->at.segment_b, c->at.t, v3_neg(force), v3_cross(arm, v3_neg(force)));
}

// What holds an end that the model holds itself is pulled at with the internal force and moment there.
static void read_forces(bl_rod_record* records, uint32_t count, const bl_step_rods* s)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!bl_rod_is_awake(&records[i])) continue; // as it was
        const bl_step_rod* r = &s->rods[i];
        uint32_t last = r->rod.body->element_count;
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            bl_rod_attachment* a = &records[i].attachments[k];
            a->force = a->torque = v3_zero();
            if (a->type == BL_ATTACHMENT_NONE || a->end >= 2 || r->is_kept_still) continue;
            a->force = v3_neg(r->ops->end_force(&r->rod, (int)a->end));
            belay_vec3 moment = r->ops->moment(&r->rod, a->end == 0 ? 0 : last);
            belay_quat frame = r->ops->frame(&r->rod, a->end == 0 ? 0 : r->rod.body->segment_count - 1);
            a->torque = v3_scale(a->end == 0 ? -1.0 : 1.0, q_rotate(frame, moment));
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What sleeps
// ---------------------------------------------------------------------------------------------------------------------

bool bl_step_rod_pair_is_dormant(const bl_entity_store* entities, const bl_detect_scratch* detect, uint64_t a,
                                 uint64_t b)
{
    uint32_t rod_a = bl_index_of(entities, BL_TABLE_ROD, a), rod_b = bl_index_of(entities, BL_TABLE_ROD, b);
    if (rod_a == BL_NO_INDEX || bl_rod_is_awake(&bl_rods_of(entities)[rod_a])) return false;
    if (rod_b != BL_NO_INDEX) return !bl_rod_is_awake(&bl_rods_of(entities)[rod_b]);
    uint32_t collider = bl_index_of(entities, BL_TABLE_COLLIDER, b);
    if (collider == BL_NO_INDEX) return false;
    return !bl_collider_is_active(entities, detect, collider);
}

// Old impulses between sleepers wait for their waking. Takes those of pairs before (a, b), in their order.
static void keep_dormant(const bl_publish_parts* p, ptrdiff_t* old, uint64_t a, uint64_t b)
{
    for (; *old < arrlen(p->memory->rod_warm); ++*old) {
        const bl_rod_warm* w = &p->memory->rod_warm[*old];
        if (w->a > a || (w->a == a && w->b >= b)) return;
        if (bl_step_rod_pair_is_dormant(p->entities, &p->s->detect, w->a, w->b)) arrput(p->s->rods.warm_next, *w);
    }
}

static void pass_old(const bl_contact_memory* memory, ptrdiff_t* old, uint64_t a, uint64_t b)
{
    while (*old < arrlen(memory->rod_warm) && memory->rod_warm[*old].a == a && memory->rod_warm[*old].b == b)
        ++*old;
}

// ---------------------------------------------------------------------------------------------------------------------
// The contacts and attachments of a step
// ---------------------------------------------------------------------------------------------------------------------

belay_result bl_step_rods_reserve_published(belay_world* world)
{
    size_t count = (size_t)arrlen(world->scratch.rods.contacts) + (size_t)arrlen(world->memory.rod_warm);
    bool ok = true;
    BL_ARRAY_RESERVE(world->scratch.rods.warm_next, count, &world->def.allocator, &ok);
    BL_ARRAY_RESERVE(world->memory.rod_warm, count, &world->def.allocator, &ok);
    return ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %zu contacts", count);
}

void bl_step_rods_publish(belay_world* world)
{
    bl_publish_parts p = bl_publish_parts_of(world);
    bl_step_rods* s = &world->scratch.rods;
    bl_rod_record* records = bl_rods(world);
    double h = world->def.step_seconds;
    if (world->published.rod_contacts != NULL) arrsetlen(world->published.rod_contacts, 0);
    if (s->warm_next != NULL) arrsetlen(s->warm_next, 0);
    if (bl_rod_count(world) == 0) return;
    ptrdiff_t old = 0;
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        const bl_rod_element* e = &s->set.elements[s->attachment_elements + i];
        publish_contact(&p, &s->contacts[i], e);
        keep_dormant(&p, &old, s->contacts[i].a, s->contacts[i].b);
        pass_old(&world->memory, &old, s->contacts[i].a, s->contacts[i].b);
        keep_impulse(&p, &s->contacts[i], e);
    }
    keep_dormant(&p, &old, UINT64_MAX, UINT64_MAX);
    read_forces(records, bl_rod_count(world), s);
    for (uint32_t i = 0; i < s->attachment_elements; i++)
        add_force(records, s, h, i);
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++)
        add_direct_of_contact(records, s, h, &s->contacts[i], &s->set.elements[s->attachment_elements + i]);
    bl_rod_warm* swap = world->memory.rod_warm;
    world->memory.rod_warm = s->warm_next;
    s->warm_next = swap;
}
