// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The solve of a step.

#ifndef BELAY_ENGINE_STEP_STEP_SOLVE_H
#define BELAY_ENGINE_STEP_STEP_SOLVE_H

#include "store/state.h"

// scratch.solve.rows, scratch.solve.islands -> impulses, scratch.motion.velocities, stats; `deadline` on
// belay_timer_seconds, 0: none (here and below). MEMORY.
belay_result bl_step_solve(belay_world* world, double deadline);

#endif
