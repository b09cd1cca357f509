// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Recovery of overlap: what is asked of contacts, and the sweeps over them. See step_recover.c for what they solve.

#ifndef BELAY_ENGINE_STEP_SOLVE_STEP_RECOVER_CONTACTS_H
#define BELAY_ENGINE_STEP_SOLVE_STEP_RECOVER_CONTACTS_H

#include "core/workers.h"
#include "store/state.h"

// The contacts of an island, in the order in which they are swept.
typedef struct bl_recovery_island {
    const uint32_t* order;
    uint32_t count;
    bl_recovery_row* rows;   // of each
    bl_colouring* colouring; // whose elements `order` is; null: none
} bl_recovery_island;

// solve.contacts, solve.rows, velocities -> solve.recovery_targets
void bl_step_recovery_targets(const belay_world_def* def, bl_step_scratch* scratch, bl_workers* workers);

// Of the contacts in `order`: the fastest recovery that is asked, m/s; 0: none is.
double bl_step_recovery_fastest(const bl_step_scratch* scratch, const uint32_t* order, uint32_t count);

// Makes the rows ready for sweeps, without impulses.
void bl_step_recovery_begin(bl_step_scratch* scratch, const bl_recovery_island* island, bl_workers* workers);

// Sweeps once over them. Changes solve.recovery; returns the largest change, as a velocity.
double bl_step_recovery_sweep(bl_step_scratch* scratch, const bl_recovery_island* island, bl_workers* workers);

#endif
