// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The program's word on pairs and contacts of rods.

#include "core/alloc.h"
#include "step/detect/step_contact_hooks.h"
#include "step/detect/step_rod_detect.h"
#include "step/detect/step_rod_near.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------------------------------

static bool may_rods_touch(const bl_detect_parts* d, const bl_key_pair* pair)
{
    const bl_rod_record *a = &bl_rods_of(d->entities)[pair->first], *b = &bl_rods_of(d->entities)[pair->second];
    belay_filter_pair question = {.rod_a = {a->id}, .rod_b = {b->id}, .filter_a = a->filter, .filter_b = b->filter};
    return d->hooks->filter(&question, d->hooks->filter_context);
}

static bool may_collider_touch(const bl_detect_parts* d, const bl_rod_near_collider* near)
{
    const bl_rod_record* a = &bl_rods_of(d->entities)[near->rod];
    const bl_collider* b = &bl_colliders_of(d->entities)[near->collider];
    belay_filter_pair question = {
        .rod_a = {a->id}, .collider_b = {b->id}, .body_b = {b->body}, .filter_a = a->filter, .filter_b = b->filter};
    return d->hooks->filter(&question, d->hooks->filter_context);
}

void bl_step_ask_rod_filter(const bl_detect_parts* d)
{
    bl_step_rods* s = &d->s->rods;
    if (d->hooks->filter == NULL) return;
    d->hooks->asked = "filter";
    ptrdiff_t rods = 0, colliders = 0;
    for (ptrdiff_t i = 0; i < arrlen(s->near_rods); i++)
        if (may_rods_touch(d, &s->near_rods[i])) s->near_rods[rods++] = s->near_rods[i];
    bl_rod_near_collider near;
    for (ptrdiff_t at = 0; bl_step_rods_next_near(s, &at, &near);) {
        if (!may_collider_touch(d, &near)) continue;
        memmove(&s->near_colliders[colliders], near.runs, near.run_count * sizeof *near.runs);
        colliders += near.run_count;
    }
    d->hooks->asked = NULL;
    if (s->near_rods != NULL) arrsetlen(s->near_rods, (size_t)rods);
    if (s->near_colliders != NULL) arrsetlen(s->near_colliders, (size_t)colliders);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

static belay_pre_solve_contact question(const bl_detect_parts* d, const bl_step_rod_contact* c)
{
    belay_pre_solve_contact q = {.rod_a = {c->a},
                                 .s_a = c->s_a,
                                 .s_b = c->s_b,
                                 .point = c->point,
                                 .normal = c->at.normal,
                                 .gap = c->at.gap,
                                 .velocity = bl_step_rod_contact_velocity(d->s, c),
                                 .friction = c->friction,
                                 .restitution = c->restitution,
                                 .surface_velocity = c->surface_velocity};
    if (c->rod_b != BL_NO_INDEX) {
        q.rod_b.value = c->b;
    } else {
        q.collider_b.value = c->b;
        q.body_b.value = bl_bodies_of(d->entities)[c->body_b].id;
    }
    return q;
}

int32_t bl_step_ask_rod_pre_solve(const bl_detect_parts* d, ptrdiff_t from)
{
    bl_contact_hooks* hooks = d->hooks;
    bl_step_rod_contact* contacts = d->s->rods.contacts;
    ptrdiff_t kept = from, count = arrlen(contacts);
    int32_t refused = 0;
    if (hooks->pre_solve == NULL) return 0;
    hooks->asked = "pre-solve";
    for (ptrdiff_t i = from; i < count; i++) {
        belay_pre_solve_contact answer = question(d, &contacts[i]);
        if (!hooks->pre_solve(&answer, hooks->pre_solve_context)) continue;
        bl_step_rod_contact* c = &contacts[kept++];
        *c = contacts[i];
        if (bl_check_pre_solve_answer(&answer, &hooks->refused) != BELAY_OK) {
            refused++;
            continue;
        }
        c->friction = answer.friction;
        c->restitution = c->is_added ? 0.0 : answer.restitution;
        c->surface_velocity = answer.surface_velocity;
    }
    hooks->asked = NULL;
    if (count > 0) arrsetlen(d->s->rods.contacts, (size_t)kept);
    return refused;
}
