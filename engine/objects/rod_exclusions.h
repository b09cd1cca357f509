// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Collision exclusions. The ends that a cut makes lie in each other: two capsules about one node. Pushed out of each
// other they would fly apart, this way or that. So what lay within `self_exclusion` of each other along the uncut rod
// does not touch, as it did not before, until it has been apart once; then the collision exclusion is forgotten.

#ifndef BELAY_ENGINE_OBJECTS_ROD_EXCLUSIONS_H
#define BELAY_ENGINE_OBJECTS_ROD_EXCLUSIONS_H

#include "objects/rod_pieces.h"

// Room for one more. False: no memory.
bool bl_rod_exclusions_reserve(belay_world* world);
// Between the place s_a of rod a and s_b of rod b, which are one. Needs the room.
void bl_rod_exclusions_add(belay_world* world, uint64_t a, double s_a, uint64_t b, double s_b);
// Collision exclusions follow the rods they are about through a cut or a join; of two rods that became one none is
// left.
void bl_rod_exclusions_follow(belay_world* world, const bl_rod_renumbering ways[2]);
// Forgets those of a rod.
void bl_rod_exclusions_remove(belay_world* world, uint64_t rod);

// scratch.rods: nodes -> world->rods.exclusions: without those whose two sides have come apart
void bl_rod_exclusions_forget_parted(belay_world* world);
// Whether a collision exclusion keeps these places of the rods a and b (indices in their table) from touching.
bool bl_rod_exclusions_hold(const bl_rod_record* records, const bl_rod_store* store, uint32_t a, double s_a, uint32_t b,
                            double s_b);

#endif
