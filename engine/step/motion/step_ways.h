// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How a body goes in this step: whether it is seen on its way, how much of it, and with which velocities it goes on.

#ifndef BELAY_ENGINE_STEP_MOTION_STEP_WAYS_H
#define BELAY_ENGINE_STEP_MOTION_STEP_WAYS_H

#include "store/state.h"

// In scratch.motion.shares, in the place of a share: the body is not held back.
#define BL_NOT_FRESH 2.0

// A number that tells, but for chance, whether a body's state is the one that the last step left.
uint32_t bl_state_mark(const belay_body_state* state);
// Whether a body that moves was given its place or velocity since the last step, by whatever means.
// Whether the program gave a body that can move another place or velocity since the last step, or made it.
bool bl_step_is_set(const belay_world* world, uint32_t place);
bool bl_step_is_fresh(const belay_world* world, uint32_t place);
// Whether a body was; and what share of the way from the contact instant to the end of the step it can go.
bool bl_step_is_turned(const belay_world* world, uint32_t place);
double bl_step_share_from_mid(const belay_world* world, uint32_t place);

// Whether it is dynamic and awake: what the account counts.
bool bl_step_takes_part(const bl_body* body);
// The velocities that a body goes on with: v+, lowered by scratch.energy.slowing.
bl_velocity bl_step_final_velocity(const belay_world* world, uint32_t place);

#endif
