// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is done to rods whose step would go out of bounds.

#ifndef BELAY_ENGINE_STEP_GUARD_STEP_ROD_GUARD_H
#define BELAY_ENGINE_STEP_GUARD_STEP_ROD_GUARD_H

#include "step/motion/motion_parts.h"

// Linearises rods that would make energy anew, about their motion; whether there are any.
bool bl_step_rods_linearise(const bl_motion_parts* p);
// Where refining has come to no end: free velocities and matrices that take energy out. Whether there is any such rod.
bool bl_step_rods_damp(const bl_motion_parts* p);
// The last resort against rods that would make energy, or still pass through themselves or another: they go half as far
// in this step, and half of that, until they do not (step_rod_halve.c). MEMORY.
belay_result bl_step_rods_halve_steps(belay_world* world);
// Between the two, once velocities of bodies are limited: rods and bodies of islands that would make energy have
// their velocities lowered, or are kept still; stats.limited_islands. -> scratch.rods.overlap
void bl_step_rods_limit(belay_world* world);

#endif
