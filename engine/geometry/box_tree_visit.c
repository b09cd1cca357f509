// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Walks over trees of boxes. Of the two children one is followed and the other stacked: at most one entry per level.

#include "geometry/box_tree.h"
#include "geometry/geometry_tolerances.h"

void bl_box_tree_visit(const bl_box_tree* tree, const bl_box* box, bl_box_tree_visit_fn* visit, void* context)
{
    uint32_t stack[BL_BOX_TREE_MAX_HEIGHT], index = tree->root;
    int top = 0;
    if (index == BL_BOX_TREE_NONE) return;
    for (;;) {
        const bl_box_node* node = &tree->nodes[index];
        if (bl_box_overlaps(&node->box, box)) {
            if (node->child[0] != BL_BOX_TREE_NONE) {
                stack[top++] = node->child[1];
                index = node->child[0];
                continue;
            }
            if (!visit(context, node->key)) return;
        }
        if (top == 0) return;
        index = stack[--top];
    }
}

// Two nodes whose leaves are to be paired; the same node twice: the leaves below it with each other.
typedef struct node_pair {
    uint32_t a, b;
} node_pair;

// Each level of a tree against itself leaves two pairs waiting, each level of one of two nodes one pair.
#define MAX_WAITING_PAIRS (2 * BL_BOX_TREE_MAX_HEIGHT)

typedef struct pair_walk {
    const bl_box_node *a, *b;
    node_pair stack[MAX_WAITING_PAIRS + 1];
    int top;
} pair_walk;

static void push_pair(pair_walk* walk, uint32_t a, uint32_t b)
{
    node_pair pair = {a, b};
    if (bl_box_overlaps(&walk->a[a].box, &walk->b[b].box)) walk->stack[walk->top++] = pair;
}

static void expand_node(pair_walk* walk, const bl_box_node* node)
{
    push_pair(walk, node->child[0], node->child[1]);
    push_pair(walk, node->child[1], node->child[1]);
    push_pair(walk, node->child[0], node->child[0]);
}

// The higher of the two gives way to its children.
static void expand_pair(pair_walk* walk, node_pair pair)
{
    const bl_box_node *a = &walk->a[pair.a], *b = &walk->b[pair.b];
    for (int i = 1; i >= 0; i--) {
        if (a->height >= b->height)
            push_pair(walk, a->child[i], pair.b);
        else
            push_pair(walk, pair.a, b->child[i]);
    }
}

void bl_box_tree_visit_pairs(const bl_box_tree* a, const bl_box_tree* b, bl_box_tree_visit_pair_fn* visit,
                             void* context)
{
    pair_walk walk;
    walk.a = a->nodes;
    walk.b = b->nodes;
    walk.top = 0;
    if (a->root == BL_BOX_TREE_NONE || b->root == BL_BOX_TREE_NONE) return;
    push_pair(&walk, a->root, b->root);
    while (walk.top > 0) {
        node_pair pair = walk.stack[--walk.top];
        const bl_box_node *na = &walk.a[pair.a], *nb = &walk.b[pair.b];
        if (na == nb) {
            if (na->height > 0) expand_node(&walk, na);
        } else if (na->height > 0 || nb->height > 0) {
            expand_pair(&walk, pair);
        } else if (!visit(context, na->key, nb->key)) {
            return;
        }
    }
}

typedef struct ray {
    double origin[3], inverse[3], extent[3]; // inverse: of the way; not finite where the way is 0
} ray;

// The time at which the ray enters the box, not below 0; infinite when it misses it before max_time.
static double entry_time(const ray* r, const bl_box* box, double max_time)
{
    const double *lower = &box->lower.x, *upper = &box->upper.x;
    double enter = 0.0, leave = max_time;
    for (int i = 0; i < 3; i++) {
        double low = (lower[i] - r->extent[i]) - r->origin[i], high = (upper[i] + r->extent[i]) - r->origin[i];
        if (!isfinite(r->inverse[i])) {
            if (low > 0.0 || high < 0.0) return INFINITY;
            continue;
        }
        double a = low * r->inverse[i], b = high * r->inverse[i];
        double first = (a < b ? a : b) * (1.0 - BL_RAY_BOX_ROUNDING),
               last = (a < b ? b : a) * (1.0 + BL_RAY_BOX_ROUNDING);
        if (last < 0.0) return INFINITY;
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return enter <= leave ? enter : INFINITY;
}

typedef struct stacked {
    uint32_t node;
    double time;
} stacked;

static ray ray_of(belay_vec3 origin, belay_vec3 displacement, belay_vec3 extent)
{
    ray r = {{origin.x, origin.y, origin.z},
             {1.0 / displacement.x, 1.0 / displacement.y, 1.0 / displacement.z},
             {extent.x, extent.y, extent.z}};
    return r;
}

void bl_box_tree_visit_ray(const bl_box_tree* tree, belay_vec3 origin, belay_vec3 displacement, belay_vec3 extent,
                           double* max_time, bl_box_tree_visit_fn* visit, void* context)
{
    if (tree->root == BL_BOX_TREE_NONE) return;
    ray r = ray_of(origin, displacement, extent);
    stacked stack[BL_BOX_TREE_MAX_HEIGHT + 1];
    stack[0].node = tree->root;
    stack[0].time = entry_time(&r, &tree->nodes[tree->root].box, *max_time);
    int top = 1;
    while (top > 0) {
        stacked at = stack[--top];
        if (at.time == INFINITY || at.time > *max_time) continue;
        const bl_box_node* node = &tree->nodes[at.node];
        if (node->child[0] == BL_BOX_TREE_NONE) {
            if (!visit(context, node->key)) return;
            continue;
        }
        stacked a = {node->child[0], entry_time(&r, &tree->nodes[node->child[0]].box, *max_time)};
        stacked b = {node->child[1], entry_time(&r, &tree->nodes[node->child[1]].box, *max_time)};
        bool a_first = a.time <= b.time;
        stack[top++] = a_first ? b : a;
        stack[top++] = a_first ? a : b;
    }
}
