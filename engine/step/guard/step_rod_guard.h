// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is done to rods whose step would go out of bounds.

#ifndef BELAY_ENGINE_STEP_GUARD_STEP_ROD_GUARD_H
#define BELAY_ENGINE_STEP_GUARD_STEP_ROD_GUARD_H

#include "step/motion/motion_parts.h"

// Lets each rod look at where its velocities lead to, and make its equations anew where that is not what they expect,
// or with `only_gains` where it would make energy; what was changed, after which all is to be solved again.
bl_rod_refined bl_step_rods_refine(const bl_motion_parts* p, bool only_gains);
// Whether velocities of any rod miss what counts.
bool bl_step_rods_miss(const bl_motion_parts* p);
// Where refining has come to no end: rods that would make energy are damped. Whether there is any.
bool bl_step_rods_damp(const bl_motion_parts* p);
// The last resort against rods that would make energy, or still pass through themselves or another: they go half as far
// in this step, and half of that, until they do not (step_rod_halve.c). MEMORY.
belay_result bl_step_rods_halve_steps(belay_world* world);
// Between the two, once velocities of bodies are limited: rods and bodies of islands that would make energy have
// their velocities lowered, or are kept still; stats.limited_islands. -> scratch.rods.overlap
void bl_step_rods_limit(belay_world* world);

#endif
