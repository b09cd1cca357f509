// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How a step makes the rows of rods, one after the other: elements, the rows of H, and what impulses do to the rods.

#ifndef BELAY_ENGINE_STEP_ASSEMBLE_STEP_ROD_ROWS_H
#define BELAY_ENGINE_STEP_ASSEMBLE_STEP_ROD_ROWS_H

#include "store/rods.h"

// contacts, attachments, warm -> scratch.rods.set with the last step's impulses; their effect is in the couplings and
// in scratch.motion.velocities. MEMORY.
belay_result bl_step_rods_rows(belay_world* world);
// The same where rods' free velocities and their travel have changed and no row has; from the impulses of the set.
void bl_step_rods_set_free(const bl_entity_store* entities, bl_step_scratch* scratch, double step_seconds);
// Adds the impulses of rods' elements to the bodies in scratch.motion.velocities (made anew from the free ones).
void bl_step_rods_push_bodies(bl_step_scratch* scratch);
// How fast a contact of a rod takes overlap back, m/s; 0 for one that does not.
double bl_step_rod_recovery(const belay_world_def* def, double gap);

// attachments, contacts, scratch.motion -> scratch.rods.set.elements, but for where their rows stand. False: no memory.
bool bl_step_rod_elements(belay_world* world);
// Room for the numbers of all rods, whose rows are counted. False: no memory.
bool bl_step_rod_lay_out(const belay_allocator* allocator, bl_step_rods* rods);
// scratch.rods: rows of H -> the couplings' Delassus operators. Returns what that takes, in units of work.
int64_t bl_step_rod_couple(bl_step_rods* rods);

#endif
