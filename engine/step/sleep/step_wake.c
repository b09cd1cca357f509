// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/sleep/step_wake.h"

#include "core/alloc.h"

// Whether the contact will pass an impulse if the sleeper does not give way.
static bool presses(const belay_world_def* def, const bl_step_scratch* s, const bl_step_contact* c)
{
    const bl_step_body *a = &s->motion.bodies[c->body_a], *b = &s->motion.bodies[c->body_b];
    belay_vec3 va = v3_add(a->free.linear, v3_cross(a->free.angular, v3_sub(c->point.point, a->center)));
    belay_vec3 vb = v3_add(b->free.linear, v3_cross(b->free.angular, v3_sub(c->point.point, b->center)));
    double speed = v3_dot(c->point.normal, v3_sub(va, vb));
    return c->point.gap + def->step_seconds * speed <= def->touch_tolerance;
}

bool bl_step_can_wake(const belay_world_def* def, const bl_entity_store* entities, uint32_t body, uint32_t collider,
                      double gap, bool presses)
{
    if (bl_is_active_at(entities, body)) return presses;
    return (bl_colliders_of(entities)[collider].flags & BL_COLLIDER_ARRIVED) != 0 && gap < -def->overlap_slop;
}

// The sleeper that a contact wakes; BL_NO_INDEX: none.
static uint32_t woken_by(const belay_world_def* def, const bl_entity_store* entities, const bl_step_scratch* s,
                         const bl_step_contact* c)
{
    bool a_sleeps = bl_is_asleep_at(entities, c->body_a), b_sleeps = bl_is_asleep_at(entities, c->body_b);
    if (!a_sleeps && !b_sleeps) return BL_NO_INDEX;
    double gap = c->point.gap;
    bool does_press = presses(def, s, c);
    if (a_sleeps && bl_step_can_wake(def, entities, c->body_b, c->collider_b, gap, does_press)) return c->body_a;
    if (b_sleeps && bl_step_can_wake(def, entities, c->body_a, c->collider_a, gap, does_press)) return c->body_b;
    return BL_NO_INDEX;
}

bool bl_step_wake(belay_world* world)
{
    const bl_step_scratch* s = &world->scratch;
    bool woke = false;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.contacts); i++) {
        uint32_t body = woken_by(&world->def, &world->entities, s, &s->detect.contacts[i]);
        if (body == BL_NO_INDEX) continue;
        bl_wake_body(world, body);
        woke = true;
    }
    return woke;
}
