// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tree made anew from its leaves, top down: a set of leaves is cut across the axis along which their middles are
// spread most, where the sum of surface times number of leaves on both sides is least among BIN_COUNT - 1 even cuts.

#include "geometry/box_tree_internal.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "geometry/geometry_tolerances.h"

#define BIN_COUNT 8

// Below this depth sets are cut in halves, however they lie: what 2^32 leaves still need then stays within the bound.
#define MAX_UNEVEN_DEPTH (BL_BOX_TREE_MAX_HEIGHT - 32)

static double component(belay_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Twice the middle along an axis.
static double middle(const bl_box* box, int axis)
{
    return component(box->lower, axis) + component(box->upper, axis);
}

// Where the bins lie: bin = (middle - start) * per_length.
typedef struct bin_scale {
    int axis;
    double start, per_length;
} bin_scale;

// What is no number (the middle between two infinities) goes to the first.
static int bin_of(const bin_scale* scale, const bl_box* box)
{
    double at = (middle(box, scale->axis) - scale->start) * scale->per_length;
    if (!(at > 0.0)) return 0;
    return at < BIN_COUNT ? (int)at : BIN_COUNT - 1;
}

// False when the middles are all the same, or too far apart for numbers.
static bool find_scale(const bl_box_tree* tree, uint32_t begin, uint32_t end, bin_scale* scale)
{
    const bl_box* first = &tree->nodes[tree->order[begin]].box;
    belay_vec3 low = v3_add(first->lower, first->upper), high = low;
    for (uint32_t i = begin + 1; i < end; i++) {
        const bl_box* box = &tree->nodes[tree->order[i]].box;
        belay_vec3 at = v3_add(box->lower, box->upper);
        bl_box range = {low, high}, point = {at, at};
        range = bl_box_join(&range, &point);
        low = range.lower;
        high = range.upper;
    }
    belay_vec3 spread = v3_sub(high, low);
    scale->axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2;
    scale->start = component(low, scale->axis);
    scale->per_length = BIN_COUNT / component(spread, scale->axis);
    return v3_is_finite(spread) && isfinite(scale->per_length);
}

typedef struct bin {
    bl_box box;
    uint32_t count;
} bin;

static void put_into(bin* b, const bl_box* box, uint32_t count)
{
    if (count == 0) return;
    b->box = b->count == 0 ? *box : bl_box_join(&b->box, box);
    b->count += count;
}

// The number of bins below the best cut; the first and last bin are never empty.
static int best_cut(const bin bins[BIN_COUNT])
{
    double above[BIN_COUNT];
    bin sum = {.count = 0};
    for (int i = BIN_COUNT - 1; i > 0; i--) {
        put_into(&sum, &bins[i].box, bins[i].count);
        above[i] = sum.count * bl_box_area(&sum.box);
    }
    int best = 1;
    double best_cost = INFINITY;
    sum.count = 0;
    for (int i = 1; i < BIN_COUNT; i++) {
        put_into(&sum, &bins[i - 1].box, bins[i - 1].count);
        double cost = sum.count * bl_box_area(&sum.box) + above[i];
        if (cost < best_cost) best = i, best_cost = cost;
    }
    return best;
}

// Brings the leaves below the cut to the front; returns where the others begin.
static uint32_t part(bl_box_tree* tree, uint32_t begin, uint32_t end, const bin_scale* scale, int cut)
{
    uint32_t *order = tree->order, front = begin;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t leaf = order[i];
        if (bin_of(scale, &tree->nodes[leaf].box) >= cut) continue;
        order[i] = order[front];
        order[front++] = leaf;
    }
    return front;
}

static uint32_t split(bl_box_tree* tree, uint32_t begin, uint32_t end, int depth)
{
    BELAY_ASSERT(end - begin >= 2);
    bin_scale scale;
    uint32_t half = begin + (end - begin) / 2;
    if (end - begin == 2 || depth >= MAX_UNEVEN_DEPTH || !find_scale(tree, begin, end, &scale)) return half;
    bin bins[BIN_COUNT];
    for (int i = 0; i < BIN_COUNT; i++)
        bins[i].count = 0;
    for (uint32_t i = begin; i < end; i++) {
        const bl_box* box = &tree->nodes[tree->order[i]].box;
        put_into(&bins[bin_of(&scale, box)], box, 1);
    }
    return part(tree, begin, end, &scale, best_cut(bins));
}

// As deep as the tree.
static uint32_t build(bl_box_tree* tree, uint32_t begin, uint32_t end, int depth)
{
    BELAY_ASSERT(begin < end);
    if (end - begin == 1) return tree->order[begin];
    uint32_t index = bl_box_tree_take_node(tree), cut = split(tree, begin, end, depth);
    for (int i = 0; i < 2; i++) {
        uint32_t child = build(tree, i == 0 ? begin : cut, i == 0 ? cut : end, depth + 1);
        tree->nodes[index].child[i] = child;
        tree->nodes[child].parent = index;
    }
    bl_box_node_refit(tree->nodes, index);
    tree->built_area += bl_box_area(&tree->nodes[index].box);
    return index;
}

// Free nodes are listed anew, lowest first, so that the nodes depend on the leaves alone.
static void rebuild(bl_box_tree* tree)
{
    uint32_t count = 0;
    tree->root = tree->free = BL_BOX_TREE_NONE;
    tree->built_area = 0.0;
    for (uint32_t i = (uint32_t)arrlen(tree->nodes); i-- > 0;) {
        if (tree->nodes[i].height == 0)
            count++;
        else
            bl_box_tree_free_node(tree, i);
    }
    if (count == 0) return;
    arrsetlen(tree->order, count);
    for (uint32_t i = 0, k = 0; k < count; i++)
        if (tree->nodes[i].height == 0) tree->order[k++] = i;
    tree->root = build(tree, 0, count, 0);
    tree->nodes[tree->root].parent = BL_BOX_TREE_NONE;
}

typedef struct fitting {
    bl_box_node* nodes;
    uint32_t leaf_count;
    double area;
} fitting;

// As deep as the tree.
static void fit(fitting* f, uint32_t index)
{
    bl_box_node* node = &f->nodes[index];
    if (bl_box_node_is_leaf(node)) {
        f->leaf_count++;
        return;
    }
    fit(f, node->child[0]);
    fit(f, node->child[1]);
    bl_box_node_refit(f->nodes, index);
    f->area += bl_box_area(&node->box);
}

void bl_box_tree_refresh(bl_box_tree* tree)
{
    fitting f = {tree->nodes, 0, 0.0};
    if (tree->root != BL_BOX_TREE_NONE) fit(&f, tree->root);
    if (f.leaf_count != tree->leaf_count || f.area > BL_BOX_TREE_WORST_GROWTH * tree->built_area) rebuild(tree);
}
