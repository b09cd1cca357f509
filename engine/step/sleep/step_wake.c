// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/sleep/step_wake.h"

#include "core/alloc.h"

// Whether the contact will pass an impulse if the sleeper does not give way.
static bool presses(const belay_world* world, const bl_step_contact* c)
{
    const bl_step_body *a = &world->scratch.motion.bodies[c->body_a], *b = &world->scratch.motion.bodies[c->body_b];
    belay_vec3 va = v3_add(a->free.linear, v3_cross(a->free.angular, v3_sub(c->point.point, a->center)));
    belay_vec3 vb = v3_add(b->free.linear, v3_cross(b->free.angular, v3_sub(c->point.point, b->center)));
    double speed = v3_dot(c->point.normal, v3_sub(va, vb));
    return c->point.gap + world->def.step_seconds * speed <= world->def.touch_tolerance;
}

static bool sleeps(const belay_world* world, uint32_t place)
{
    return (bl_bodies(world)[place].flags & BL_BODY_ASLEEP) != 0;
}

bool bl_step_can_wake(const belay_world* world, uint32_t body, uint32_t collider, double gap, bool presses)
{
    if (body < bl_body_count(world) && bl_body_is_active(&bl_bodies(world)[body], &bl_body_states(world)[body]))
        return presses;
    return (bl_colliders(world)[collider].flags & BL_COLLIDER_ARRIVED) != 0 && gap < -world->def.overlap_slop;
}

static bool wake_between(belay_world* world, const bl_step_contact* c)
{
    double gap = c->point.gap;
    bool does_press = presses(world, c);
    if (sleeps(world, c->body_a) && bl_step_can_wake(world, c->body_b, c->collider_b, gap, does_press)) {
        bl_wake_body(world, c->body_a);
        return true;
    }
    if (sleeps(world, c->body_b) && bl_step_can_wake(world, c->body_a, c->collider_a, gap, does_press)) {
        bl_wake_body(world, c->body_b);
        return true;
    }
    return false;
}

bool bl_step_wake(belay_world* world)
{
    bool woke = false;
    for (ptrdiff_t i = 0; i < arrlen(world->scratch.detect.contacts); i++) {
        const bl_step_contact* c = &world->scratch.detect.contacts[i];
        if (!sleeps(world, c->body_a) && !sleeps(world, c->body_b)) continue;
        woke = wake_between(world, c) || woke;
    }
    return woke;
}
