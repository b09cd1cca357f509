// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts of chains as the segments report them, and which of them are of the chains as a whole.

#ifndef BELAY_ENGINE_CONTACT_ROD_CONTACT_LIST_H
#define BELAY_ENGINE_CONTACT_ROD_CONTACT_LIST_H

#include "contact/rod_contact.h"

// Begins an empty list with room in `found` and `rows` for the chains. False: no memory.
bool bl_rod_list_begin(bl_rod_collider* collider, const bl_rod_chain* a, const bl_rod_chain* b);

// Contacts are pushed by ascending (segment_a, segment_b), at most one of each pair. False: no memory.
bool bl_rod_list_push(bl_rod_collider* collider, const bl_rod_contact* contact);

// To be called before those of each segment of A are pushed, and once with the number of segments after the last.
void bl_rod_list_begin_row(bl_rod_collider* collider, uint32_t segment_a);

// Drops those that are no contacts of the chains: at a node where going on along the chain
// leads to the place of a neighbouring pair that is nearer, or is at the same node. False: no memory.
//
// The distance is convex over each pair of segments; so where the nearest places of the neighbouring pair are others
// than the node, the node is not even a local minimum over both pairs.
bool bl_rod_list_drop_ghosts(bl_rod_collider* collider, double thickness);

// Names places at inner nodes by the segment before, and sorts.
void bl_rod_list_finish(bl_rod_collider* collider);

#endif
