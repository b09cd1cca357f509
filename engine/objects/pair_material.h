// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What two colliders are made of together, or a rod and a collider, or two rods.

#ifndef BELAY_ENGINE_OBJECTS_PAIR_MATERIAL_H
#define BELAY_ENGINE_OBJECTS_PAIR_MATERIAL_H

#include "store/state.h"

// The material of a pair: its own, or the combination of the two. By ids, and of two colliders.
belay_material bl_material_between(const bl_collider_store* store, uint64_t a, belay_material of_a, uint64_t b,
                                   belay_material of_b);
belay_material bl_pair_material_of(const bl_collider_store* store, const bl_collider* a, const bl_collider* b);

// Takes away all of a collider or rod that goes.
void bl_pair_materials_remove(bl_collider_store* store, uint64_t id);
// Gives those of one to another as well, for which room is made first (false: no memory).
bool bl_pair_materials_reserve_copies(bl_collider_store* store, uint64_t id, const belay_allocator* allocator);
void bl_pair_materials_copy(bl_collider_store* store, uint64_t id, uint64_t other);

#endif
