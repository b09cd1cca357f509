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

#define STAYS 0x80u // beside the fault

uint8_t bl_step_fault_of(const bl_motion_scratch* motion, uint32_t index)
{
    return (uint8_t)(motion->faults[index] & ~STAYS);
}

void bl_step_blame(bl_motion_scratch* motion, uint32_t index, belay_fault fault)
{
    if (bl_step_fault_of(motion, index) >= (uint8_t)(fault + 1)) return;
    motion->faults[index] = (uint8_t)((motion->faults[index] & STAYS) | (uint8_t)(fault + 1));
}

bool bl_step_is_held(const bl_motion_scratch* motion, uint32_t index)
{
    return bl_step_fault_of(motion, index) == BELAY_FAULT_HELD + 1;
}

void bl_step_let_stay(bl_motion_scratch* motion, uint32_t index)
{
    motion->faults[index] |= STAYS;
    motion->velocities[index] = (bl_velocity){v3_zero(), v3_zero()};
}

bool bl_step_stays(const bl_motion_scratch* motion, uint32_t index)
{
    return (motion->faults[index] & STAYS) != 0;
}

bool bl_step_is_still(const bl_motion_scratch* motion, uint32_t index)
{
    return bl_step_stays(motion, index) || bl_step_is_held(motion, index);
}

void bl_step_hold_body(bl_motion_scratch* motion, uint32_t index)
{
    bl_step_blame(motion, index, BELAY_FAULT_HELD);
}

void bl_step_check_state(bl_motion_scratch* motion, uint32_t index, belay_pose before, belay_body_state* state)
{
    bl_velocity v = {state->linear_velocity, state->angular_velocity};
    if (!bl_step_is_held(motion, index) && bl_step_is_pose(state->pose) && bl_step_is_motion(&v)) return;
    state->pose = before;
    state->linear_velocity = state->angular_velocity = v3_zero();
    bl_step_blame(motion, index, BELAY_FAULT_HELD);
}
