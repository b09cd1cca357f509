// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Making and unmaking entities, for the files that give them meaning.

#ifndef BELAY_ENGINE_STORE_LIFETIME_H
#define BELAY_ENGINE_STORE_LIFETIME_H

#include "store/state.h"

// Checks that an entity may be made now; `call` is named in the message. HANDLE, STATE, CAPACITY.
belay_result bl_entity_check(belay_world* world, const char* call);
// Makes room for the next entity, once all arguments are known to be good. MEMORY.
belay_result bl_entity_reserve(belay_world* world, const char* call);
// The slot of a living entity; `call` is named in the message. HANDLE.
belay_result bl_entity_find(belay_world* world, belay_entity entity, const char* call, uint32_t* slot);
// Takes all components from the entity in a slot and frees the slot.
void bl_entity_remove(belay_world* world, uint32_t slot);

#endif
