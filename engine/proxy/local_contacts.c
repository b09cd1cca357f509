// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "proxy/local_contacts.h"

#include "core/alloc.h"
#include "objects/pair_material.h"
#include "step/motion/step_rods.h"
#include "store/rods.h"

#include <string.h>

// The step's contact at the same features, or -1.
static ptrdiff_t find_contact(const belay_world* world, const bl_local_candidate* c)
{
    uint64_t a = bl_colliders(world)[c->tool_is_a ? c->tool_collider : c->other_collider].id;
    uint64_t b = bl_colliders(world)[c->tool_is_a ? c->other_collider : c->tool_collider].id;
    const bl_proxy* proxies = world->scratch.detect.proxies;
    ptrdiff_t best = -1;
    double nearest = HUGE_VAL;
    for (ptrdiff_t i = 0; i < arrlen(world->scratch.solve.contacts); i++) {
        const bl_active_contact* s = &world->scratch.solve.contacts[i];
        if (proxies[s->collider_a].id != a || proxies[s->collider_b].id != b || s->feature != c->point.feature)
            continue;
        double away = v3_distance(s->point, c->point.point);
        if (away < nearest) best = i;
        nearest = fmin(nearest, away);
    }
    return best;
}

static void set_frame(belay_local_contact* out, const bl_local_candidate* c)
{
    double sign = c->tool_is_a ? 1.0 : -1.0;
    out->normal = v3_scale(sign, c->point.normal);
    out->tangent1 = c->point.tangent1;
    out->tangent2 = v3_scale(sign, c->point.tangent2);
    out->point = v3_add_scaled(c->point.point, 0.5 * c->point.gap, out->normal);
    out->gap = c->point.gap;
    out->feature = c->point.feature;
    out->arc = c->point.arc;
}

static void set_jacobian(belay_local_contact* out, belay_vec3 origin)
{
    const belay_vec3 frame[3] = {out->normal, out->tangent1, out->tangent2};
    for (int k = 0; k < 3; k++) {
        belay_vec3 turn = v3_cross(v3_sub(out->point, origin), frame[k]);
        double row[6] = {frame[k].x, frame[k].y, frame[k].z, turn.x, turn.y, turn.z};
        memcpy(out->jacobian[k], row, sizeof row);
    }
}

// The impulse on the tool in the model's frame.
static void set_impulse(belay_local_contact* out, belay_vec3 r)
{
    out->impulse[0] = v3_dot(out->normal, r);
    out->impulse[1] = v3_dot(out->tangent1, r);
    out->impulse[2] = v3_dot(out->tangent2, r);
}

static belay_vec3 last_impulse(const belay_world* world, const bl_local_candidate* c)
{
    ptrdiff_t i = find_contact(world, c);
    if (i < 0) return v3_zero();
    const bl_contact_row* row = &world->scratch.solve.rows[i];
    belay_vec3 r = bl_contact_impulse(&row->at, row->r);
    return c->tool_is_a ? r : v3_neg(r);
}

// The velocity of the other side less what the tool's own surface does, belts: `y` is that of the material.
static void set_velocity(const belay_world* world, const bl_local_candidate* c, belay_vec3 y, belay_vec3 belt,
                         belay_local_contact* out)
{
    uint32_t tool = world->scratch.detect.proxies[c->tool_collider].body;
    belay_vec3 own = bl_colliders(world)[c->tool_collider].surface_velocity;
    belt = v3_sub(belt, q_rotate(world->scratch.motion.bodies[tool].mid.rotation, own));
    out->free_velocity[0] = v3_dot(out->normal, y);
    out->free_velocity[1] = v3_dot(out->tangent1, v3_add(y, belt));
    out->free_velocity[2] = v3_dot(out->tangent2, v3_add(y, belt));
}

belay_vec3 bl_local_other_arm(const belay_world* world, const bl_local_candidate* c, const belay_local_contact* out)
{
    belay_vec3 point = v3_add_scaled(out->point, -out->gap, out->normal);
    return v3_sub(point, world->scratch.motion.bodies[world->scratch.detect.proxies[c->other_collider].body].center);
}

// Fixed to the shape, with which its body moves.
static void set_surface(const belay_world* world, uint32_t collider, belay_local_surface* out)
{
    const bl_proxy* p = &world->scratch.detect.proxies[collider];
    const bl_velocity* v = &world->scratch.motion.velocities[p->body];
    belay_vec3 arm = v3_sub(p->pose.position, world->scratch.motion.bodies[p->body].center);
    out->pose = p->pose;
    out->linear = v3_add(v->linear, v3_cross(v->angular, arm));
    out->angular = v->angular;
}

static void set_contact(const belay_world* world, const bl_local_candidate* c, belay_vec3 origin,
                        belay_local_contact* out)
{
    const bl_step_scratch* s = &world->scratch;
    const bl_collider *mine = &bl_colliders(world)[c->tool_collider], *its = &bl_colliders(world)[c->other_collider];
    uint32_t other = s->detect.proxies[c->other_collider].body;
    const bl_velocity* v = &s->motion.velocities[other];
    set_frame(out, c);
    set_jacobian(out, origin);
    out->friction = bl_pair_material_of(&world->colliders, mine, its).friction;
    out->tool_collider = mine->id;
    out->other = its->id;
    set_impulse(out, last_impulse(world, c));
    belay_vec3 y = v3_add(v->linear, v3_cross(v->angular, bl_local_other_arm(world, c, out)));
    set_velocity(world, c, y, q_rotate(s->motion.bodies[other].mid.rotation, its->surface_velocity), out);
    set_surface(world, c->other_collider, &out->surface);
}

// ---------------------------------------------------------------------------------------------------------------------
// Those with rods
// ---------------------------------------------------------------------------------------------------------------------

static bool is_same_pair(const bl_local_candidate* a, const bl_local_candidate* b)
{
    return a->other_collider == BL_NO_INDEX && b->other_collider == BL_NO_INDEX && a->rod.rod == b->rod.rod &&
           a->tool_collider == b->tool_collider;
}

// The step's contact nearest along the rod, if no other candidate is nearer to it; -1: none.
static ptrdiff_t find_rod_contact(const belay_world* world, const bl_local_candidates* list,
                                  const bl_local_candidate* c)
{
    const bl_step_rods* s = &world->scratch.rods;
    const bl_rod_record* record = &bl_rods(world)[c->rod.rod];
    double nearest = record->body.length / record->body.segment_count;
    ptrdiff_t best = -1;
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++) {
        double away = fabs(s->contacts[i].s_a - c->point.arc);
        if (s->contacts[i].rod_a != c->rod.rod || s->contacts[i].collider_b != c->tool_collider || away >= nearest)
            continue;
        best = i;
        nearest = away;
    }
    for (int k = 0; best >= 0 && k < list->count; k++)
        if (is_same_pair(&list->at[k], c) && fabs(s->contacts[best].s_a - list->at[k].point.arc) < nearest) return -1;
    return best;
}

// The rod is A, and its impulse the opposite of the tool's.
static belay_vec3 last_rod_impulse(const belay_world* world, const bl_local_candidates* list,
                                   const bl_local_candidate* c)
{
    const bl_step_rods* s = &world->scratch.rods;
    ptrdiff_t i = find_rod_contact(world, list, c);
    belay_vec3 r = v3_zero();
    if (i < 0) return r;
    const bl_step_rod_contact* contact = &s->contacts[i];
    const bl_rod_element* e = &s->set.elements[s->attachment_elements + i];
    r = v3_add_scaled(r, -e->r[0], contact->at.normal);
    r = v3_add_scaled(r, -e->r[1], contact->tangent1);
    return v3_add_scaled(r, -e->r[2], contact->tangent2);
}

// From the rod's axis to its surface, towards the tool.
belay_vec3 bl_local_rod_arm(const belay_world* world, const bl_local_candidate* c, const belay_local_contact* out)
{
    return v3_scale(bl_rods(world)[c->rod.rod].body.section.radius, out->normal);
}

// x along the rod: turns x to d3, y to d1, z to d2.
static void set_rod_surface(const bl_rod_motion* m, double arc, belay_local_surface* out)
{
    static const belay_quat along = {0.5, -0.5, -0.5, -0.5};
    out->pose = (belay_pose){m->position, q_normalize(q_mul(m->frame, along))};
    out->linear = m->velocity;
    out->angular = m->angular;
    out->x = arc;
}

static bool set_rod_contact(belay_world* world, const bl_local_candidates* list, const bl_local_candidate* c,
                            belay_vec3 origin, belay_local_contact* out)
{
    const bl_collider* mine = &bl_colliders(world)[c->tool_collider];
    const bl_rod_record* record = &bl_rods(world)[c->rod.rod];
    bl_rod_motion m;
    if (!bl_local_rod_motion(world, c->rod, &m)) return false;
    set_frame(out, c);
    set_jacobian(out, origin);
    out->friction = sqrt(record->material.friction * mine->material.friction);
    out->tool_collider = mine->id;
    out->other = record->id;
    set_impulse(out, last_rod_impulse(world, list, c));
    set_velocity(world, c, v3_add(m.velocity, v3_cross(m.angular, bl_local_rod_arm(world, c, out))), v3_zero(), out);
    set_rod_surface(&m, out->arc, &out->surface);
    return true;
}

bool bl_local_set_contacts(belay_world* world, const bl_local_candidates* list, belay_local_model* model)
{
    for (int i = 0; i < list->count; i++) {
        const bl_local_candidate* c = &list->at[i];
        belay_local_contact* out = &model->contacts[model->count++];
        if (c->other_collider != BL_NO_INDEX)
            set_contact(world, c, model->pose.position, out);
        else if (!set_rod_contact(world, list, c, model->pose.position, out))
            return false;
    }
    return true;
}
