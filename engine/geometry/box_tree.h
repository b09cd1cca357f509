// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A dynamic tree of axis-aligned boxes: a binary tree whose inner boxes hold those below, kept shallow by rotations.
// What it holds and finds depends on the history of calls alone, never on addresses.

#ifndef BELAY_ENGINE_GEOMETRY_BOX_TREE_H
#define BELAY_ENGINE_GEOMETRY_BOX_TREE_H

#include "belay/base.h"
#include "math/vec.h"

#include <stdint.h>

#define BL_BOX_TREE_NONE UINT32_MAX

typedef struct bl_box {
    belay_vec3 lower, upper;
} bl_box;

static inline bool bl_box_overlaps(const bl_box* a, const bl_box* b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static inline bool bl_box_holds(const bl_box* outer, const bl_box* inner)
{
    return outer->lower.x <= inner->lower.x && inner->upper.x <= outer->upper.x && outer->lower.y <= inner->lower.y &&
           inner->upper.y <= outer->upper.y && outer->lower.z <= inner->lower.z && inner->upper.z <= outer->upper.z;
}

typedef struct bl_box_node {
    bl_box box;
    uint32_t parent;   // or next free node
    uint32_t child[2]; // BL_BOX_TREE_NONE: a leaf
    uint32_t key;      // leaf: the caller's number
    int32_t height;    // leaf 0, free -1
    uint32_t unused;
} bl_box_node;

typedef struct bl_box_tree {
    bl_box_node* nodes; // stb_ds array
    uint32_t root, free, leaf_count;
} bl_box_tree;

void bl_box_tree_init(bl_box_tree* tree);
void bl_box_tree_fini(bl_box_tree* tree);
// Makes room for `count` leaves in all. False when memory runs out.
bool bl_box_tree_reserve(bl_box_tree* tree, uint32_t count, const belay_allocator* allocator);
// Adds a leaf; returns its node. Needs room.
uint32_t bl_box_tree_insert(bl_box_tree* tree, bl_box box, uint32_t key);
void bl_box_tree_remove(bl_box_tree* tree, uint32_t leaf);
// Gives a leaf another box.
void bl_box_tree_move(bl_box_tree* tree, uint32_t leaf, bl_box box);

// Calls `visit` with the key of every leaf whose box overlaps, until it returns false.
typedef bool bl_box_tree_visit_fn(void* context, uint32_t key);
void bl_box_tree_visit(const bl_box_tree* tree, const bl_box* box, bl_box_tree_visit_fn* visit, void* context);

// The same for the boxes met by the ray origin + t way, 0 <= t <= *max_time, thickened by `extent` (half sizes, may be
// zero) on each side, near ones first as far as is cheap; visit may lower *max_time, for pruning.
void bl_box_tree_visit_ray(const bl_box_tree* tree, belay_vec3 origin, belay_vec3 way, belay_vec3 extent,
                           double* max_time, bl_box_tree_visit_fn* visit, void* context);

#endif
