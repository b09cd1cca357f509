// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What goes wrong with bodies in a step, and what is done to those with which it does.

#ifndef BELAY_ENGINE_STEP_MOTION_STEP_FAULT_H
#define BELAY_ENGINE_STEP_MOTION_STEP_FAULT_H

#include "store/state.h"

// What a user may set (base.h) is what a step may leave as well.
bool bl_step_is_motion(const bl_velocity* v);
bool bl_step_is_pose(belay_pose pose);
// The body's fault in this step becomes this one where that is graver. scratch.motion.faults: 0, or one more than the
// gravest.
void bl_step_blame(bl_motion_scratch* motion, uint32_t index, belay_fault fault);
// 0, or one more than the gravest.
uint8_t bl_step_fault_of(const bl_motion_scratch* motion, uint32_t index);
// The body keeps its place in this step, at rest.
void bl_step_hold_body(bl_motion_scratch* motion, uint32_t index);
bool bl_step_is_held(const bl_motion_scratch* motion, uint32_t index);
// The same without a fault: what it would do is no more than what the solver's tolerance leaves. Only overlap is taken
// back.
void bl_step_let_stay(bl_motion_scratch* motion, uint32_t index);
bool bl_step_stays(const bl_motion_scratch* motion, uint32_t index);
// Whether it keeps its place, for the one reason or the other.
bool bl_step_is_still(const bl_motion_scratch* motion, uint32_t index);
// A body's state after its step from `before`, scratch.motion.faults -> the same, or `before` at rest.
void bl_step_check_state(bl_motion_scratch* motion, uint32_t index, belay_pose before, belay_body_state* state);

#endif
