// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step tells of rods.

#ifndef BELAY_ENGINE_STEP_PUBLISH_STEP_ROD_PUBLISH_H
#define BELAY_ENGINE_STEP_PUBLISH_STEP_ROD_PUBLISH_H

#include "step/publish/publish_parts.h"
#include "store/rods.h"

// set -> rod_contacts, rod_warm (which keeps what sleeps), forces of attachments. Needs the room that the rows and
// bl_step_rods_reserve_published reserved. MEMORY.
belay_result bl_step_rods_reserve_published(belay_world* world);
void bl_step_rods_publish(belay_world* world);
// Whether a rod and its partner, another or a collider, live and nobody looks at them, as both sleep or stand still.
bool bl_step_rod_pair_is_dormant(const bl_entity_store* entities, const bl_detect_scratch* detect, uint64_t a,
                                 uint64_t b);
// contacts, rod_contacts, rod_touching -> events, rod_touching; needs the room that is reserved once the contacts are
// known. MEMORY.
belay_result bl_step_rods_reserve_events(belay_world* world);
void bl_step_rods_events(const bl_publish_parts* parts);

#endif
