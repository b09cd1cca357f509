// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From what meets to what is to be solved: rows, what is asked of them, and the impulses to begin with.

#ifndef BELAY_ENGINE_STEP_ASSEMBLE_STEP_ASSEMBLE_H
#define BELAY_ENGINE_STEP_ASSEMBLE_STEP_ASSEMBLE_H

#include "store/state.h"

// scratch.detect.contacts, warm -> contact features, scratch.solve.warm_impulses
void bl_step_match_contacts(belay_world* world);
// scratch.detect.contacts, warm -> contact features, scratch.solve.rows (frame, impulse), scratch.motion.velocities
// (with those impulses); then what the impact law asks of each contact, and scratch.solve.contacts, those that take
// part.
void bl_step_warm_start(belay_world* world);
// bodies, row -> solve.free: u_free against what is asked of the row; of one that is missed by the free motion no more
// is asked than that.
void bl_step_set_free_velocity(bl_step_scratch* scratch, uint32_t contact);
// rows -> rows: the normal impulses of faces, with the same resultant, as even as they can be
void bl_step_least_norm_load(bl_step_scratch* scratch);
// -> scratch.motion.velocities: the free ones, without any impulse
void bl_step_reset_velocities(const bl_entity_store* entities, const bl_roster* roster, bl_motion_scratch* motion);
// rows, joints.set, rods.set -> scratch.motion.velocities: those of free motion with all impulses
void bl_step_apply_impulses(const bl_entity_store* entities, const bl_roster* roster, bl_step_scratch* scratch);

#endif
