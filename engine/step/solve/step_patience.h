// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How long Newton's method waits after it was given up on a large island that moves. Of such islands few let themselves
// be solved to the end, and one that did not will hardly do so a step later; but the try costs several times the sweeps
// that the island gets. So each failure in a row doubles the number of steps until the next try, up to a second's; one
// that succeeds ends the waiting. It is kept with the island's first body, as islands have no life of their own.

#ifndef BELAY_ENGINE_STEP_SOLVE_STEP_PATIENCE_H
#define BELAY_ENGINE_STEP_SOLVE_STEP_PATIENCE_H

#include "solver/sweep/island_solve.h"
#include "store/state.h"

// Of an island, whose first body that moves keeps it: whether it waits in this step; limits of work that are off know
// no waiting.
bool bl_step_newton_waits(const belay_world_def* def, const bl_entity_store* entities, const bl_solve_scratch* solve,
                          uint32_t island);
// islands, report -> how that body waits. After the island was solved, once in a step.
void bl_step_newton_learn(const bl_entity_store* entities, const bl_solve_scratch* solve, uint32_t island,
                          const bl_nsgs_report* report);

#endif
