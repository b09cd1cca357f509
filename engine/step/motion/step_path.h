// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How a body goes in this step: whether it is seen on its way, how much of it, and with which velocities it goes on.

#ifndef BELAY_ENGINE_STEP_MOTION_STEP_PATH_H
#define BELAY_ENGINE_STEP_MOTION_STEP_PATH_H

#include "store/state.h"

// In scratch.motion.shares, in the place of a share: the body is not stopped early.
#define BL_NOT_FRESH 2.0

// A number that tells, as good as surely, whether a body's state is the one that the last step left.
uint32_t bl_state_mark(const belay_body_state* state);
// Whether the program gave a body that can move another place or velocity since the last step, or made it.
bool bl_step_is_set(const bl_body* bodies, const belay_body_state* states, uint32_t index);
// Whether a dynamic body that is awake goes a first way (step/detect/step_fraction.c): as above, or as the last step
// threw it.
bool bl_step_is_fresh(const bl_body* bodies, const belay_body_state* states, uint32_t index);
// Whether a body was thrown another way in this step; and what share of the way from the contact instant to the end of
// the step it can go.
bool bl_step_is_turned(const bl_motion_scratch* motion, uint32_t index);
double bl_step_share_from_mid(const bl_motion_scratch* motion, uint32_t index);

// Whether it is dynamic and awake: what the energy report counts.
bool bl_step_takes_part(const bl_body* body);
// The velocities that a body goes on with: v+, lowered by scratch.energy.lowered_part and slowed_to.
bl_velocity bl_step_final_velocity(const bl_step_scratch* scratch, uint32_t index);

#endif
