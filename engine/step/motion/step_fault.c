// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/motion/step_fault.h"

static bool is_within(belay_vec3 v, double most)
{
    return fabs(v.x) <= most && fabs(v.y) <= most && fabs(v.z) <= most; // false for what is no number
}

bool bl_step_is_motion(const bl_velocity* v)
{
    return is_within(v->linear, BELAY_MAX_SPEED) && is_within(v->angular, BELAY_MAX_SPIN);
}

bool bl_step_is_pose(belay_pose p)
{
    return is_within(p.position, BELAY_MAX_POSITION) && q_is_finite(p.rotation);
}

void bl_step_blame(bl_motion_scratch* motion, uint32_t place, belay_fault fault)
{
    uint8_t* f = &motion->faults[place];
    if (*f < (uint8_t)(fault + 1)) *f = (uint8_t)(fault + 1);
}

bool bl_step_is_held(const bl_motion_scratch* motion, uint32_t place)
{
    return motion->faults[place] == BELAY_FAULT_HELD + 1;
}

void bl_step_hold_body(bl_motion_scratch* motion, uint32_t place)
{
    bl_step_blame(motion, place, BELAY_FAULT_HELD);
}

void bl_step_check_state(belay_world* world, uint32_t place, belay_pose before)
{
    belay_body_state* state = &bl_body_states(world)[place];
    bl_velocity v = {state->linear_velocity, state->angular_velocity};
    if (!bl_step_is_held(&world->scratch.motion, place) && bl_step_is_pose(state->pose) && bl_step_is_motion(&v))
        return;
    state->pose = before;
    state->linear_velocity = state->angular_velocity = v3_zero();
    bl_step_blame(&world->scratch.motion, place, BELAY_FAULT_HELD);
}
