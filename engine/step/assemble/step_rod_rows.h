// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How a step makes the rows of rods, one after the other: elements, the rows of H, and what impulses do to the rods.

#ifndef BELAY_ENGINE_STEP_ASSEMBLE_STEP_ROD_ROWS_H
#define BELAY_ENGINE_STEP_ASSEMBLE_STEP_ROD_ROWS_H

#include "step/motion/step_rods.h"

// attachments, contacts -> scratch.rods.set.elements, but for where their rows stand. False: no memory.
bool bl_step_rod_elements(belay_world* world);
// Room for the numbers of all rods, whose rows are counted. False: no memory.
bool bl_step_rod_lay_out(belay_world* world);
// rows of H -> the couplings' Delassus operators. Returns what that takes, in units of work.
int64_t bl_step_rod_couple(belay_world* world);

#endif
