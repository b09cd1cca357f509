// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Walks over the tree of boxes. Of the two children one is followed and the other stacked: at most one entry per level.

#include "geometry/box_tree.h"

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

typedef struct ray {
    double origin[3], inverse[3], extent[3]; // inverse: of the way; not finite where the way is 0
} ray;

// A quotient (bound - origin) / way carries three roundings; widened by more than both ends of an interval can be off.
#define ROUNDING (8 * 0x1p-53)

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
        double first = (a < b ? a : b) * (1.0 - ROUNDING), last = (a < b ? b : a) * (1.0 + ROUNDING);
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

static ray ray_of(belay_vec3 origin, belay_vec3 way, belay_vec3 extent)
{
    ray r = {{origin.x, origin.y, origin.z}, {1.0 / way.x, 1.0 / way.y, 1.0 / way.z}, {extent.x, extent.y, extent.z}};
    return r;
}

void bl_box_tree_visit_ray(const bl_box_tree* tree, belay_vec3 origin, belay_vec3 way, belay_vec3 extent,
                           double* max_time, bl_box_tree_visit_fn* visit, void* context)
{
    if (tree->root == BL_BOX_TREE_NONE) return;
    ray r = ray_of(origin, way, extent);
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
