// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What two colliders are made of together.

#ifndef BELAY_ENGINE_OBJECTS_PAIR_MATERIAL_H
#define BELAY_ENGINE_OBJECTS_PAIR_MATERIAL_H

#include "store/state.h"

// The material of a pair: its own, or the combination of the two.
belay_material bl_pair_material_of(const bl_collider_store* store, const bl_collider* a, const bl_collider* b);

#endif
