// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/motion/step_path.h"

#include <string.h>

uint32_t bl_state_mark(const belay_body_state* state)
{
    uint64_t words[sizeof *state / 8], sum = 0;
    memcpy(words, state, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sum += (words[i] ^ words[i] >> 32) * (2 * i + 0x9E3779B97F4A7C15u);
    return (uint32_t)(sum ^ sum >> 32);
}

bool bl_step_is_set(const bl_body* bodies, const belay_body_state* states, uint32_t index)
{
    const bl_body* body = &bodies[index];
    if (body->type == BELAY_BODY_STATIC || (body->flags & BL_BODY_ASLEEP) != 0) return false;
    return (body->state_mark ^ bl_state_mark(&states[index])) > 1u; // 1: thrown (step_integrate.c)
}

bool bl_step_is_fresh(const bl_body* bodies, const belay_body_state* states, uint32_t index)
{
    const bl_body* body = &bodies[index];
    return body->type == BELAY_BODY_DYNAMIC && !(body->flags & BL_BODY_ASLEEP) &&
           body->state_mark != bl_state_mark(&states[index]);
}

bool bl_step_is_turned(const bl_motion_scratch* motion, uint32_t index)
{
    return motion->has_turned && motion->shares[index] != BL_NOT_FRESH;
}

double bl_step_share_from_mid(const bl_motion_scratch* motion, uint32_t index)
{
    return bl_step_is_turned(motion, index) ? motion->shares[index] : 1.0;
}

bool bl_step_takes_part(const bl_body* body)
{
    return body->type == BELAY_BODY_DYNAMIC && !(body->flags & BL_BODY_ASLEEP);
}

bl_velocity bl_step_final_velocity(const bl_step_scratch* s, uint32_t index)
{
    bl_velocity v = s->motion.velocities[index];
    double part = s->energy.lowered_part[index], left = s->energy.slowed_to[index];
    if (part != 0.0) {
        v.linear = v3_sub(v.linear, v3_scale(part, v3_sub(v.linear, s->energy.carried[index])));
        v.angular = v3_scale(1.0 - part, v.angular);
    }
    if (left != 0.0) v.linear = v3_scale(left, v.linear);
    return v;
}
