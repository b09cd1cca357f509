// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Islands and their solve. `deadline` is on belay_timer_seconds, 0: none.

#ifndef BELAY_ENGINE_STEP_SOLVE_STEP_ISLANDS_H
#define BELAY_ENGINE_STEP_SOLVE_STEP_ISLANDS_H

#include "solver/rows/row_set.h"
#include "step/solve/solve_parts.h"

// scratch.solve.contacts, joints.set -> scratch.solve.islands
void bl_step_islands(belay_world* world);
// The contacts of an island come first in its order, then its joints: how many contacts there are.
uint32_t bl_step_island_contacts(const bl_step_scratch* scratch, uint32_t island);
// The same without stats and what comes after; scratch.solve.reports.
belay_result bl_step_solve_islands(belay_world* world, double deadline);
// All that is to be solved in this step.
bl_row_set bl_step_row_set(bl_step_scratch* scratch);
// One island again, from the impulses that there are; plain: by a few sweeps alone. Its report is that of the last
// solve with the work of all.
void bl_step_solve_island(const bl_solve_parts* p, uint32_t island, bool is_plain);
// The work that piles get in a step, and overlap recovery too.
int64_t bl_step_pile_work(const belay_world_def* def);
// The work that all solves of a step with rods may do, one after the other; 0: no limit.
int64_t bl_step_work_of_rods(const belay_world_def* def, const bl_step_scratch* scratch);
// scratch.solve.rows, velocities -> scratch.solve.recovery: pseudo-velocities that take overlap back. What many
// contacts ask for is done in part, in BL_RECOVERY_LEAST_SWEEPS; the next step goes on. Past the deadline as many are
// made all the same: steps that leave overlap take longer.
void bl_step_recover_overlap(belay_world* world, double deadline);

#endif
