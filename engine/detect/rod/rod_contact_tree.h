// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes about the segments of a chain, and about ever longer stretches of it: a complete binary tree by index. As what
// is near along a chain is near in space, no sorting is needed: O(n) to build, and a search passes few boxes that do
// not overlap.

#ifndef BELAY_ENGINE_DETECT_ROD_ROD_CONTACT_TREE_H
#define BELAY_ENGINE_DETECT_ROD_ROD_CONTACT_TREE_H

#include "geometry/box_tree.h"

// The children of node k are 2k and 2k + 1, the root is 1 and segment i has node leaf_count + i; leaf_count is a power
// of two, and leaves beyond the last segment are empty.
typedef struct bl_rod_tree {
    bl_box* boxes; // stb_ds array
    uint32_t leaf_count;
    uint32_t segment_count;
} bl_rod_tree;

// Makes room in `boxes` for a chain of so many segments; false when memory runs out.
bool bl_rod_tree_init(bl_rod_tree* tree, bl_box** boxes, uint32_t segment_count, const belay_allocator* allocator);

// After the boxes of all segments are set.
void bl_rod_tree_build(bl_rod_tree* tree, uint32_t segment_count);

static inline bl_box* bl_rod_tree_segment(const bl_rod_tree* tree, uint32_t segment)
{
    return &tree->boxes[tree->leaf_count + segment];
}

// Writes the segments from `first` on whose boxes overlap, ascending, and returns their number.
uint32_t bl_rod_tree_find(const bl_rod_tree* tree, const bl_box* box, uint32_t first, uint32_t* found);

#endif
