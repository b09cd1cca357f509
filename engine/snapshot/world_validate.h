// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Whether a world, as it stands between two steps, contradicts itself: for tests, which ask after every step. What is
// wrong is a bug of the engine, or memory that someone wrote over.

#ifndef BELAY_ENGINE_SNAPSHOT_WORLD_VALIDATE_H
#define BELAY_ENGINE_SNAPSHOT_WORLD_VALIDATE_H

#include "store/state.h"

// Walks entities and their free list, tables, bodies, colliders, joints, rods and the lists that hang them together,
// materials of pairs, the impulses kept for the next step and the pairs that touch; who sleeps and with whom; and,
// where nothing has come or gone since the last step, what that one left: its contacts, impulses in their cones, joints
// and islands. STATE, with the first contradiction found ("what" and its number) in *error; MEMORY when there is none
// to look with. Changes nothing. O(size of the world).
belay_result bl_world_validate(const belay_world* world, belay_error* error);

#endif
