// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a body does by itself, and whether it does.

#include "store/state.h"

bool bl_body_is_active(const bl_body* body, const belay_body_state* state)
{
    if (body->type == BELAY_BODY_DYNAMIC) return (body->flags & BL_BODY_ASLEEP) == 0;
    if (body->type == BELAY_BODY_STATIC) return false;
    return v3_length_squared(state->linear_velocity) > 0.0 || v3_length_squared(state->angular_velocity) > 0.0;
}

bool bl_body_is_asking(const bl_body* body, const belay_body_state* state)
{
    return bl_body_is_active(body, state) || (body->flags & BL_BODY_ARRIVED) != 0;
}

belay_pose bl_body_flow(const bl_body* body, belay_pose pose, bl_velocity* v, double seconds, bool* is_plain)
{
    *is_plain = false;
    if (body->type == BELAY_BODY_DYNAMIC)
        return bl_rigid_flow(&body->mass, pose, v->linear, &v->angular, seconds, is_plain);
    return bl_rigid_move(&body->mass, pose, v->linear, v->angular, seconds);
}
