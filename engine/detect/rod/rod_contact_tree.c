// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/rod/rod_contact_tree.h"

#include "core/alloc.h"

bool bl_rod_tree_init(bl_rod_tree* tree, bl_box** boxes, uint32_t segment_count, const belay_allocator* allocator)
{
    bool ok = true;
    tree->segment_count = segment_count;
    tree->leaf_count = 1;
    while (tree->leaf_count < segment_count)
        tree->leaf_count *= 2;
    BL_ARRAY_RESERVE(*boxes, 2 * (size_t)tree->leaf_count, allocator, &ok);
    tree->boxes = *boxes;
    return ok;
}

void bl_rod_tree_build(bl_rod_tree* tree, uint32_t segment_count)
{
    const bl_box empty = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = segment_count; i < tree->leaf_count; i++)
        tree->boxes[tree->leaf_count + i] = empty;
    for (uint32_t k = tree->leaf_count - 1; k > 0; k--)
        tree->boxes[k] = bl_box_join(&tree->boxes[2 * (size_t)k], &tree->boxes[2 * (size_t)k + 1]);
}

// Adds the leaves below node `top`, left before right.
static uint32_t find_below(const bl_rod_tree* tree, const bl_box* box, uint32_t top, uint32_t* found, uint32_t count)
{
    uint32_t stack[33], depth = 0;
    stack[depth++] = top;
    while (depth > 0) {
        uint32_t k = stack[--depth];
        if (!bl_box_overlaps(&tree->boxes[k], box)) continue;
        if (k >= tree->leaf_count) {
            uint32_t segment = k - tree->leaf_count; // a box without bounds overlaps empty leaves too
            if (segment < tree->segment_count) found[count++] = segment;
        } else {
            stack[depth++] = 2 * k + 1;
            stack[depth++] = 2 * k;
        }
    }
    return count;
}

// The leaves from `first` on are that one, and those below the right neighbour of each left child on its way up.
uint32_t bl_rod_tree_find(const bl_rod_tree* tree, const bl_box* box, uint32_t first, uint32_t* found)
{
    if (first >= tree->leaf_count) return 0;
    uint32_t k = tree->leaf_count + first, count = find_below(tree, box, k, found, 0);
    for (; k > 1; k /= 2)
        if (k % 2 == 0) count = find_below(tree, box, k + 1, found, count);
    return count;
}
