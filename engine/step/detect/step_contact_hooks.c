// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/detect/step_contact_hooks.h"

#include "core/alloc.h"
#include "step/detect/step_proxies.h"
#include "store/checks.h"
#include "store/joints.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------------------------------

// Whether the step looks at a pair whatever the program says.
static bool may_touch(const bl_detect_parts* d, const bl_key_pair* pair)
{
    const bl_collider* colliders = bl_colliders_of(d->entities);
    return bl_pair_is_looked_at(d->entities, &d->s->detect, pair->first, pair->second) &&
           !bl_joint_forbids_contact(d->entities, colliders[pair->first].body, colliders[pair->second].body);
}

void bl_step_ask_filter(const bl_detect_parts* d)
{
    bl_contact_hooks* hooks = d->hooks;
    if (hooks->filter == NULL) return;
    bl_key_pair* pairs = d->s->detect.pairs;
    ptrdiff_t kept = 0, count = arrlen(pairs);
    hooks->asked = "filter";
    for (ptrdiff_t i = 0; i < count; i++) {
        const bl_collider* a = &bl_colliders_of(d->entities)[pairs[i].first];
        const bl_collider* b = &bl_colliders_of(d->entities)[pairs[i].second];
        belay_filter_pair pair = {.collider_a = {a->id},
                                  .collider_b = {b->id},
                                  .body_a = {a->body},
                                  .body_b = {b->body},
                                  .filter_a = a->filter,
                                  .filter_b = b->filter};
        if (!may_touch(d, &pairs[i]) || hooks->filter(&pair, hooks->filter_context)) pairs[kept++] = pairs[i];
    }
    hooks->asked = NULL;
    if (count > 0) arrsetlen(d->s->detect.pairs, (size_t)kept);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 belt_of(const bl_detect_parts* d, uint32_t collider, uint32_t body)
{
    return q_rotate(d->s->motion.bodies[body].mid.rotation, bl_colliders_of(d->entities)[collider].surface_velocity);
}

static belay_pre_solve_contact question(const bl_detect_parts* d, const bl_step_contact* c)
{
    const bl_step_body* bodies = d->s->motion.bodies;
    belay_pre_solve_contact q = {
        .collider_a = {bl_colliders_of(d->entities)[c->collider_a].id},
        .collider_b = {bl_colliders_of(d->entities)[c->collider_b].id},
        .body_a = {bl_bodies_of(d->entities)[c->body_a].id},
        .body_b = {bl_bodies_of(d->entities)[c->body_b].id},
        .point = c->point.point,
        .normal = c->point.normal,
        .gap = c->point.gap,
        .velocity = v3_sub(bl_step_velocity_at(&bodies[c->body_a], &bodies[c->body_a].before, c->point.point),
                           bl_step_velocity_at(&bodies[c->body_b], &bodies[c->body_b].before, c->point.point)),
        .feature = c->point.feature,
        .friction = c->friction,
        .restitution = c->restitution,
        .surface_velocity = v3_sub(belt_of(d, c->collider_a, c->body_a), belt_of(d, c->collider_b, c->body_b)),
    };
    return q;
}

belay_result bl_check_pre_solve_answer(const belay_pre_solve_contact* answer, belay_error* error)
{
    BL_TRY(bl_check_range(error, "pre-solve: friction", answer->friction, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "pre-solve: restitution", answer->restitution, 0.0, 1.0));
    return bl_check_vec3_within(error, "pre-solve: surface_velocity", answer->surface_velocity, BELAY_MAX_SPEED);
}

static void take_answer(const belay_pre_solve_contact* answer, const belay_vec3* belt, bl_step_contact* c)
{
    c->friction = answer->friction;
    if (!c->is_missed) c->restitution = answer->restitution;
    c->has_own_belt = memcmp(&answer->surface_velocity, belt, sizeof *belt) != 0;
    c->surface_velocity = answer->surface_velocity;
}

int32_t bl_step_ask_pre_solve(const bl_detect_parts* d)
{
    bl_contact_hooks* hooks = d->hooks;
    if (hooks->pre_solve == NULL) return 0;
    bl_step_contact* contacts = d->s->detect.contacts;
    ptrdiff_t kept = 0, count = arrlen(contacts);
    int32_t refused = 0;
    hooks->asked = "pre-solve";
    for (ptrdiff_t i = 0; i < count; i++) {
        belay_pre_solve_contact answer = question(d, &contacts[i]);
        belay_vec3 belt = answer.surface_velocity;
        if (!hooks->pre_solve(&answer, hooks->pre_solve_context)) continue;
        contacts[kept] = contacts[i];
        if (bl_check_pre_solve_answer(&answer, &hooks->refused) == BELAY_OK)
            take_answer(&answer, &belt, &contacts[kept]);
        else
            refused++;
        kept++;
    }
    hooks->asked = NULL;
    if (count > 0) arrsetlen(d->s->detect.contacts, (size_t)kept);
    return refused;
}
