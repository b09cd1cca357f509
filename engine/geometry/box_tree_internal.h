// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of the tree of boxes share: surfaces, and nodes.

#ifndef BELAY_ENGINE_GEOMETRY_BOX_TREE_INTERNAL_H
#define BELAY_ENGINE_GEOMETRY_BOX_TREE_INTERNAL_H

#include "geometry/box_tree.h"

#define BL_BOX_MAX_AREA 1e300 // so that sums of areas stay finite

// Half the surface. Not a number (a side of zero, another infinite) counts as the largest.
static inline double bl_box_area(const bl_box* box)
{
    double x = box->upper.x - box->lower.x, y = box->upper.y - box->lower.y, z = box->upper.z - box->lower.z;
    double a = x * (y + z) + y * z;
    return a < BL_BOX_MAX_AREA ? a : BL_BOX_MAX_AREA;
}

static inline double bl_box_joined_area(const bl_box* a, const bl_box* b)
{
    bl_box joined = bl_box_join(a, b);
    return bl_box_area(&joined);
}

static inline bool bl_box_node_is_leaf(const bl_box_node* node)
{
    return node->child[0] == BL_BOX_TREE_NONE;
}

// Box and height of an inner node from its children.
static inline void bl_box_node_refit(bl_box_node* nodes, uint32_t index)
{
    bl_box_node* node = &nodes[index];
    const bl_box_node *a = &nodes[node->child[0]], *b = &nodes[node->child[1]];
    node->box = bl_box_join(&a->box, &b->box);
    node->height = 1 + (a->height > b->height ? a->height : b->height);
}

// A node without relations, of height 0. Needs room.
uint32_t bl_box_tree_take_node(bl_box_tree* tree);
void bl_box_tree_free_node(bl_box_tree* tree, uint32_t index);

#endif
