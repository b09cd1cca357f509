// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the colliders of a world are, for its queries: a tree of their boxes as the bodies stand now, brought up to
// date by the first query after something came, went or moved. (The boxes of the step are those of the contact instant,
// and of what can move in it; they need not hold the placements at its end.) No part of the world's state: what
// queries answer does not depend on it.

#ifndef BELAY_ENGINE_STORE_PARTS_QUERY_INDEX_H
#define BELAY_ENGINE_STORE_PARTS_QUERY_INDEX_H

#include "geometry/box_tree.h"

// One entity slot.
typedef struct bl_query_entry {
    belay_pose body; // of which the box is
    uint64_t id;     // of the collider
    uint32_t leaf;   // BL_BOX_TREE_NONE: no collider with a box
    uint32_t seen;   // number of the refresh that saw it last
} bl_query_entry;

// All zero is an empty one.
typedef struct bl_query_index {
    bl_box_tree tree;        // keys: slots
    bl_query_entry* entries; // stb_ds array by slot
    uint32_t* planes;        // stb_ds array: slots of colliders without a box
    uint32_t refreshes;
    bool is_ready; // the tree was made
    bool is_current;
} bl_query_index;

void bl_query_index_fini(bl_query_index* index);
// To be called when a snapshot is restored: a handle may mean another collider then.
void bl_query_index_forget(bl_query_index* index);

// To be called when a collider comes, goes or moves.
static inline void bl_query_index_spoil(bl_query_index* index)
{
    index->is_current = false;
}

#endif
