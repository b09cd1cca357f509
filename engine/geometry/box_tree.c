// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/box_tree_internal.h"

#include "core/alloc.h"
#include "core/assert.h"

#include <string.h>

#define NONE BL_BOX_TREE_NONE

void bl_box_tree_init(bl_box_tree* tree)
{
    memset(tree, 0, sizeof *tree);
    tree->root = tree->free = NONE;
}

void bl_box_tree_fini(bl_box_tree* tree)
{
    arrfree(tree->nodes);
    arrfree(tree->order);
    bl_box_tree_init(tree);
}

void bl_box_tree_clear(bl_box_tree* tree)
{
    if (tree->nodes != NULL) arrsetlen(tree->nodes, 0);
    tree->root = tree->free = NONE;
    tree->leaf_count = 0;
    tree->built_area = 0.0;
}

bool bl_box_tree_reserve(bl_box_tree* tree, uint32_t count, const belay_allocator* allocator)
{
    if (count > UINT32_MAX / 2) return false;
    bool ok = true;
    BL_ARRAY_RESERVE(tree->nodes, (size_t)2 * count, allocator, &ok);
    BL_ARRAY_RESERVE(tree->order, count, allocator, &ok);
    return ok;
}

uint32_t bl_box_tree_take_node(bl_box_tree* tree)
{
    uint32_t index = tree->free;
    if (index != NONE) {
        tree->free = tree->nodes[index].parent;
    } else {
        index = (uint32_t)arrlen(tree->nodes);
        arrsetlen(tree->nodes, (size_t)index + 1);
    }
    bl_box_node* node = &tree->nodes[index];
    memset(node, 0, sizeof *node);
    node->parent = node->child[0] = node->child[1] = NONE;
    return index;
}

void bl_box_tree_free_node(bl_box_tree* tree, uint32_t index)
{
    BELAY_ASSERT(index < (uint32_t)arrlen(tree->nodes));
    bl_box_node* node = &tree->nodes[index];
    memset(node, 0, sizeof *node);
    node->parent = tree->free;
    node->child[0] = node->child[1] = NONE;
    node->height = -1;
    tree->free = index;
}

// Puts `to` where `from` is below `parent` (none: the root).
static void replace_child(bl_box_tree* tree, uint32_t parent, uint32_t from, uint32_t to)
{
    if (parent == NONE)
        tree->root = to;
    else
        tree->nodes[parent].child[tree->nodes[parent].child[1] == from] = to;
    tree->nodes[to].parent = parent;
}

// Swapping a child of a node (up) for a child of its other child (down) changes the surface of that other child alone.
typedef struct rotation {
    int side;       // of the child that goes down
    int pick;       // of the grandchild that comes up
    double gain;    // of surface; negative is better
    int32_t height; // of the node afterwards
} rotation;

static rotation better_of(const bl_box_node* nodes, const bl_box_node* node, int side, rotation best)
{
    const bl_box_node *lone = &nodes[node->child[side]], *pair = &nodes[node->child[1 - side]];
    if (bl_box_node_is_leaf(pair)) return best;
    double before = bl_box_area(&pair->box);
    for (int pick = 0; pick < 2; pick++) {
        const bl_box_node *up = &nodes[pair->child[pick]], *stays = &nodes[pair->child[1 - pick]];
        int32_t below = 1 + (lone->height > stays->height ? lone->height : stays->height);
        int32_t height = 1 + (up->height > below ? up->height : below);
        if (height > node->height) continue;
        double gain = bl_box_joined_area(&lone->box, &stays->box) - before;
        if (gain < best.gain || (gain == best.gain && height < best.height)) {
            rotation r = {side, pick, gain, height};
            best = r;
        }
    }
    return best;
}

// Does the rotation at a node that gains most, if any gains surface or, at equal surface, height.
static void rotate(bl_box_tree* tree, uint32_t index)
{
    bl_box_node *nodes = tree->nodes, *node = &nodes[index];
    rotation best = {-1, 0, 0.0, node->height};
    best = better_of(nodes, node, 0, best);
    best = better_of(nodes, node, 1, best);
    if (best.side < 0) return;
    uint32_t down = node->child[best.side], pair = node->child[1 - best.side], up = nodes[pair].child[best.pick];
    replace_child(tree, index, down, up);
    replace_child(tree, pair, up, down);
    bl_box_node_refit(nodes, pair);
    node->height = best.height;
}

static void repair_upwards(bl_box_tree* tree, uint32_t index)
{
    for (; index != NONE; index = tree->nodes[index].parent) {
        bl_box_node_refit(tree->nodes, index);
        rotate(tree, index);
    }
}

// A node beside which the new leaf may go, or below which. `inherited` is the surface that the nodes above gain;
// `least` is what must be added to the tree at least to place the leaf here or below.
typedef struct site {
    uint32_t node, depth;
    double joined; // surface of the node with the leaf
    double inherited, least;
} site;

static site site_at(const bl_box_tree* tree, uint32_t index, uint32_t depth, double inherited, const bl_box* box)
{
    const bl_box_node* node = &tree->nodes[index];
    double own = bl_box_area(box), old = bl_box_area(&node->box), joined = bl_box_joined_area(&node->box, box);
    double beside = inherited + joined, below = inherited + (joined - old) + own;
    site s = {index, depth, joined, inherited, bl_box_node_is_leaf(node) || beside < below ? beside : below};
    return s;
}

// Branch and bound, the more promising child first. Of equal costs the lower node wins and the search does not turn
// back for another, so that equal boxes make a balanced tree quickly.
typedef struct sibling_search {
    const bl_box_tree* tree;
    const bl_box* box;
    site stack[BL_BOX_TREE_MAX_HEIGHT];
    int top;
    uint32_t best;
    double best_cost;
} sibling_search;

static void consider(sibling_search* search, const site* s)
{
    const bl_box_node* node = &search->tree->nodes[s->node];
    if (s->depth + 1 + (uint32_t)node->height > BL_BOX_TREE_MAX_HEIGHT) return;
    double cost = s->inherited + s->joined;
    bool is_first = search->best == NONE;
    if (!is_first && cost > search->best_cost) return;
    if (!is_first && cost == search->best_cost && node->height >= search->tree->nodes[search->best].height) return;
    search->best = s->node;
    search->best_cost = cost;
}

static bool is_before(const bl_box_tree* tree, const site* a, const site* b)
{
    return a->least < b->least || (a->least == b->least && tree->nodes[a->node].height <= tree->nodes[b->node].height);
}

static void descend(sibling_search* search, site s)
{
    const bl_box_tree* tree = search->tree;
    for (;;) {
        consider(search, &s);
        const bl_box_node* node = &tree->nodes[s.node];
        if (bl_box_node_is_leaf(node)) return;
        double inherited = s.inherited + (s.joined - bl_box_area(&node->box));
        site a = site_at(tree, node->child[0], s.depth + 1, inherited, search->box);
        site b = site_at(tree, node->child[1], s.depth + 1, inherited, search->box);
        bool a_first = is_before(tree, &a, &b);
        search->stack[search->top++] = a_first ? b : a;
        s = a_first ? a : b;
        if (search->best != NONE && s.least > search->best_cost) return;
    }
}

static uint32_t find_sibling(const bl_box_tree* tree, const bl_box* box)
{
    sibling_search search;
    search.tree = tree;
    search.box = box;
    search.top = 0;
    search.best = NONE;
    search.best_cost = 0.0;
    descend(&search, site_at(tree, tree->root, 0, 0.0, box));
    while (search.top > 0) {
        site s = search.stack[--search.top];
        if (search.best == NONE || s.least < search.best_cost) descend(&search, s);
    }
    return search.best;
}

static void link_leaf(bl_box_tree* tree, uint32_t leaf)
{
    if (tree->root == NONE) {
        tree->root = leaf;
        tree->nodes[leaf].parent = NONE;
        return;
    }
    uint32_t sibling = find_sibling(tree, &tree->nodes[leaf].box), pair = bl_box_tree_take_node(tree);
    replace_child(tree, tree->nodes[sibling].parent, sibling, pair);
    tree->nodes[pair].child[0] = sibling;
    tree->nodes[pair].child[1] = leaf;
    tree->nodes[sibling].parent = tree->nodes[leaf].parent = pair;
    repair_upwards(tree, pair);
}

static void unlink_leaf(bl_box_tree* tree, uint32_t leaf)
{
    uint32_t parent = tree->nodes[leaf].parent;
    if (parent == NONE) {
        if (tree->root == leaf) tree->root = NONE;
        return;
    }
    uint32_t above = tree->nodes[parent].parent;
    uint32_t sibling = tree->nodes[parent].child[tree->nodes[parent].child[0] == leaf];
    replace_child(tree, above, parent, sibling);
    bl_box_tree_free_node(tree, parent);
    repair_upwards(tree, above);
}

bool bl_box_tree_is_loose(const bl_box_tree* tree, uint32_t leaf)
{
    return tree->nodes[leaf].parent == NONE && tree->root != leaf;
}

uint32_t bl_box_tree_insert_loose(bl_box_tree* tree, bl_box box, uint32_t key)
{
    uint32_t leaf = bl_box_tree_take_node(tree);
    tree->nodes[leaf].box = box;
    tree->nodes[leaf].key = key;
    tree->leaf_count++;
    return leaf;
}

uint32_t bl_box_tree_insert(bl_box_tree* tree, bl_box box, uint32_t key)
{
    uint32_t leaf = bl_box_tree_insert_loose(tree, box, key);
    link_leaf(tree, leaf);
    return leaf;
}

void bl_box_tree_remove(bl_box_tree* tree, uint32_t leaf)
{
    BELAY_ASSERT(leaf < (uint32_t)arrlen(tree->nodes));
    unlink_leaf(tree, leaf);
    bl_box_tree_free_node(tree, leaf);
    tree->leaf_count--;
}

void bl_box_tree_move(bl_box_tree* tree, uint32_t leaf, bl_box box)
{
    BELAY_ASSERT(leaf < (uint32_t)arrlen(tree->nodes));
    unlink_leaf(tree, leaf);
    tree->nodes[leaf].box = box;
    link_leaf(tree, leaf);
}
