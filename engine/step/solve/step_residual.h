// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How exactly the law of contact holds in a step.

#ifndef BELAY_ENGINE_STEP_SOLVE_STEP_RESIDUAL_H
#define BELAY_ENGINE_STEP_SOLVE_STEP_RESIDUAL_H

#include "solver/rows/island_residual.h"
#include "step/motion/motion_parts.h"

// scratch.solve.rows, velocities -> stats.residual, max_overlap; scratch.solve.reports: which islands have converged.
void bl_step_measure_residual(const bl_motion_parts* p);

// Of an island the sum of squares of the natural map, and what it is compared with (solver/rows/island_residual.h).
typedef struct bl_natural_of_island {
    double squared; // m^2/s^2
    bl_island_scale scale;
} bl_natural_of_island;

bl_natural_of_island bl_step_natural_of_island(const bl_motion_parts* p, const bl_row_set* set, uint32_t island);

#endif
