// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Islands that a world has solved by a method of the solver library.

#ifndef BELAY_ENGINE_STEP_SOLVE_STEP_LIBRARY_H
#define BELAY_ENGINE_STEP_SOLVE_STEP_LIBRARY_H

#include "solver/sweep/island_solve.h"
#include "store/state.h"

// How the class of an island of `set` is solved.
const belay_island_solver* bl_step_solver_of_island(const belay_world_def* def, const bl_solve_scratch* solve,
                                                    const bl_row_set* set, uint32_t island);
// Whether the library can express all that is in the island.
bool bl_step_library_knows(const bl_step_scratch* scratch, const bl_row_set* set, uint32_t island);
// Rows of an island that it can, and velocities -> the same with the impulses that `method` found. deadline: on
// belay_timer_seconds, 0: none.
bl_nsgs_report bl_step_solve_by_library(const belay_world_def* def, bl_step_scratch* scratch, const bl_row_set* set,
                                        uint32_t island, double deadline);

#endif
