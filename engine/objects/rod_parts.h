// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of rods share, what a step asks of how they are held, and what a snapshot is held against.

#ifndef BELAY_ENGINE_OBJECTS_ROD_PARTS_H
#define BELAY_ENGINE_OBJECTS_ROD_PARTS_H

#include "store/rods.h"

// Says to the rod's body how attachments hold its ends: at their places `seconds` into the next step, with their
// velocities.
void bl_rod_hold_ends(const belay_world_def* def, const bl_entity_store* entities, bl_rod_record* record,
                      double seconds);
// Where the frame of an attachment is in the world at the end of the last step.
belay_pose bl_rod_attachment_frame(const belay_world* world, const bl_rod_attachment* a);
// The most elements that a rod of this model may have.
uint32_t bl_rod_most_elements(belay_rod_model model);
// VALUE, naming what is out of range.
belay_result bl_rod_check_def(const belay_rod_def* def, belay_error* error);
// Section and moduli as stiffnesses.
bl_rod_section bl_rod_section_of(const belay_rod_def* def);
// Puts this world's tag into the handles in rods (after a restore).
void bl_rods_restored(belay_world* world);

#endif
