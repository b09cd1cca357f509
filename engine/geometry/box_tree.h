// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A dynamic tree of axis-aligned boxes: a binary tree whose inner boxes hold those below, where a new leaf goes to the
// place that adds the least surface and rotations lower what surface there is. What it holds and finds depends on the
// history of calls alone, never on addresses.
//
// Its height never exceeds BL_BOX_TREE_MAX_HEIGHT, so that visits need no more than a stack of that size. A leaf joins
// a node only where the bound holds afterwards; removing a leaf only lifts others; a rotation that makes its node
// higher is not done. A place can always be found: the sum of 2^-depth over the leaves is 1, so as long as there are
// fewer than 2^BL_BOX_TREE_MAX_HEIGHT leaves one of them is less deep than the bound. Heights stay near log2(leaves)
// unless the boxes are such that no good tree is shallow, like boxes in boxes of ever larger size.

#ifndef BELAY_ENGINE_GEOMETRY_BOX_TREE_H
#define BELAY_ENGINE_GEOMETRY_BOX_TREE_H

#include "belay/base.h"
#include "belay/vec.h"

#include <stdint.h>

#define BL_BOX_TREE_NONE UINT32_MAX
#define BL_BOX_TREE_MAX_HEIGHT 64

// Not empty: lower <= upper. Infinite ones are allowed.
typedef struct bl_box {
    belay_vec3 lower, upper;
} bl_box;

// All six comparisons, without branches that the processor could only guess.
static inline bool bl_box_overlaps(const bl_box* a, const bl_box* b)
{
    return (a->lower.x <= b->upper.x) & (b->lower.x <= a->upper.x) & (a->lower.y <= b->upper.y) &
           (b->lower.y <= a->upper.y) & (a->lower.z <= b->upper.z) & (b->lower.z <= a->upper.z);
}

static inline bool bl_box_holds(const bl_box* outer, const bl_box* inner)
{
    return outer->lower.x <= inner->lower.x && inner->upper.x <= outer->upper.x && outer->lower.y <= inner->lower.y &&
           inner->upper.y <= outer->upper.y && outer->lower.z <= inner->lower.z && inner->upper.z <= outer->upper.z;
}

// The box with each side moved outwards by `width`.
static inline bl_box bl_box_widen(const bl_box* box, double width)
{
    belay_vec3 w = v3(width, width, width);
    bl_box r = {v3_sub(box->lower, w), v3_add(box->upper, w)};
    return r;
}

// The smallest box that holds both.
static inline bl_box bl_box_join(const bl_box* a, const bl_box* b)
{
    bl_box r = {v3(a->lower.x < b->lower.x ? a->lower.x : b->lower.x, a->lower.y < b->lower.y ? a->lower.y : b->lower.y,
                   a->lower.z < b->lower.z ? a->lower.z : b->lower.z),
                v3(a->upper.x > b->upper.x ? a->upper.x : b->upper.x, a->upper.y > b->upper.y ? a->upper.y : b->upper.y,
                   a->upper.z > b->upper.z ? a->upper.z : b->upper.z)};
    return r;
}

// Without padding, and every byte set: an array of nodes may be copied and compared as bytes.
typedef struct bl_box_node {
    bl_box box;
    uint32_t parent;   // or next free node; BL_BOX_TREE_NONE: none
    uint32_t child[2]; // BL_BOX_TREE_NONE: a leaf or free
    uint32_t key;      // leaf: the caller's number; others 0
    int32_t height;    // leaf 0, free -1
    uint32_t unused;   // 0
} bl_box_node;

typedef struct bl_box_tree {
    bl_box_node* nodes; // stb_ds array
    uint32_t* order;    // stb_ds array: leaves while rebuilding
    uint32_t root, free;
    uint32_t leaf_count; // loose ones too
    double built_area;   // surface of the inner nodes when it was last rebuilt
} bl_box_tree;

void bl_box_tree_init(bl_box_tree* tree);
void bl_box_tree_fini(bl_box_tree* tree);
// Removes all leaves and keeps the room.
void bl_box_tree_clear(bl_box_tree* tree);
// Makes room for `count` leaves in all. False when memory runs out; the tree is as before then.
bool bl_box_tree_reserve(bl_box_tree* tree, uint32_t count, const belay_allocator* allocator);
// Adds a leaf; returns its node, which stays the same until it is removed. Needs room.
uint32_t bl_box_tree_insert(bl_box_tree* tree, bl_box box, uint32_t key);
void bl_box_tree_remove(bl_box_tree* tree, uint32_t leaf);
// Gives a leaf another box.
void bl_box_tree_move(bl_box_tree* tree, uint32_t leaf, bl_box box);

// For many changes at once: leaves may be put in loose, and the boxes of leaves be written in `nodes`, if a refresh
// follows before the tree is visited. It fits the inner boxes anew, or rebuilds the tree when it has loose leaves or
// has become much worse than it was built. Fitting costs about as much as moving one leaf in fifty, rebuilding one in
// ten.
uint32_t bl_box_tree_insert_loose(bl_box_tree* tree, bl_box box, uint32_t key);
bool bl_box_tree_is_loose(const bl_box_tree* tree, uint32_t leaf);
void bl_box_tree_refresh(bl_box_tree* tree);

// Calls `visit` with the key of every leaf whose box overlaps, until it returns false. The tree must not be changed
// meanwhile.
typedef bool bl_box_tree_visit_fn(void* context, uint32_t key);
void bl_box_tree_visit(const bl_box_tree* tree, const bl_box* box, bl_box_tree_visit_fn* visit, void* context);

// Calls `visit` with the keys of every leaf of a and leaf of b whose boxes overlap, until it returns false. When both
// are the same tree: of every two different leaves, once.
typedef bool bl_box_tree_visit_pair_fn(void* context, uint32_t key_a, uint32_t key_b);
void bl_box_tree_visit_pairs(const bl_box_tree* a, const bl_box_tree* b, bl_box_tree_visit_pair_fn* visit,
                             void* context);

// As bl_box_tree_visit for the boxes met by the ray origin + t displacement, 0 <= t <= *max_time, thickened by `extent`
// (half sizes, may be zero) on each side: at each branch the nearer one first. `visit` may lower *max_time, for
// pruning. A box that the ray only grazes within rounding may be found, one that it meets is never missed.
void bl_box_tree_visit_ray(const bl_box_tree* tree, belay_vec3 origin, belay_vec3 displacement, belay_vec3 extent,
                           double* max_time, bl_box_tree_visit_fn* visit, void* context);

#endif
