// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a body does by itself, and whether it does.

#include "store/state.h"

bool bl_body_is_active(const belay_world* world, uint32_t place)
{
    const bl_body* body = &bl_bodies(world)[place];
    if (body->type == BELAY_BODY_DYNAMIC) return (body->flags & BL_BODY_ASLEEP) == 0;
    if (body->type == BELAY_BODY_STATIC) return false;
    const belay_body_state* state = &bl_body_states(world)[place];
    return v3_length_squared(state->linear_velocity) > 0.0 || v3_length_squared(state->angular_velocity) > 0.0;
}

bool bl_body_is_asking(const belay_world* world, uint32_t place)
{
    return bl_body_is_active(world, place) || (bl_bodies(world)[place].flags & BL_BODY_ARRIVED) != 0;
}

belay_pose bl_body_flow(const bl_body* body, belay_pose pose, bl_velocity* v, double seconds, bool* is_plain)
{
    *is_plain = false;
    if (body->type == BELAY_BODY_DYNAMIC)
        return bl_rigid_flow(&body->mass, pose, v->linear, &v->angular, seconds, is_plain);
    return bl_rigid_move(&body->mass, pose, v->linear, v->angular, seconds);
}
