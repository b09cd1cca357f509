// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "unit/geometry/box_tree_pen.h"

#include "core/alloc.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

belay_vec3 pen_random_vector(uint64_t* lot, double low, double high)
{
    double x = low + (high - low) * chance_next(lot), y = low + (high - low) * chance_next(lot);
    return v3(x, y, low + (high - low) * chance_next(lot));
}

bl_box pen_random_box(uint64_t* lot)
{
    belay_vec3 lower = pen_random_vector(lot, -10.0, 10.0);
    double size = pow(10.0, 3.0 * chance_next(lot) - 2.0);
    bl_box box = {lower, v3_add(lower, v3_scale(size, pen_random_vector(lot, 0.0, 1.0)))};
    return box;
}

pen* pen_create(uint32_t room)
{
    pen* p = calloc(1, sizeof *p);
    belay_allocator allocator = bl_allocator_default();
    bl_box_tree_init(&p->tree);
    cr_assert(bl_box_tree_reserve(&p->tree, room, &allocator));
    for (int i = 0; i < PEN_MAX_KEYS; i++)
        p->leaf[i] = BL_BOX_TREE_NONE;
    return p;
}

void pen_destroy(pen* p)
{
    bl_box_tree_fini(&p->tree);
    free(p);
}

void pen_put(pen* p, uint32_t key, bl_box box)
{
    p->box[key] = box;
    if (p->leaf[key] == BL_BOX_TREE_NONE)
        p->leaf[key] = bl_box_tree_insert(&p->tree, box, key);
    else
        bl_box_tree_move(&p->tree, p->leaf[key], box);
}

void pen_take(pen* p, uint32_t key)
{
    bl_box_tree_remove(&p->tree, p->leaf[key]);
    p->leaf[key] = BL_BOX_TREE_NONE;
}

static uint32_t count_keys(const pen* p)
{
    uint32_t count = 0;
    for (int i = 0; i < PEN_MAX_KEYS; i++)
        count += p->leaf[i] != BL_BOX_TREE_NONE;
    return count;
}

// Checks the node and what is below; returns the number of leaves there.
static uint32_t check_node(const pen* p, uint32_t index, uint32_t parent)
{
    const bl_box_node* node = &p->tree.nodes[index];
    cr_assert_eq(node->parent, parent);
    cr_assert_eq(node->unused, 0);
    if (node->child[0] == BL_BOX_TREE_NONE) {
        cr_assert(node->child[1] == BL_BOX_TREE_NONE && node->height == 0);
        cr_assert_eq(p->leaf[node->key], index);
        cr_assert_arr_eq(&node->box, &p->box[node->key], sizeof node->box);
        return 1;
    }
    const bl_box_node *a = &p->tree.nodes[node->child[0]], *b = &p->tree.nodes[node->child[1]];
    cr_assert_eq(node->height, 1 + (a->height > b->height ? a->height : b->height));
    bl_box joined = bl_box_join(&a->box, &b->box);
    cr_assert_arr_eq(&joined, &node->box, sizeof joined);
    cr_assert(bl_box_holds(&node->box, &a->box) && bl_box_holds(&node->box, &b->box));
    return check_node(p, node->child[0], index) + check_node(p, node->child[1], index);
}

void pen_check_tree(const pen* p)
{
    const bl_box_tree* tree = &p->tree;
    uint32_t leaves = tree->root == BL_BOX_TREE_NONE ? 0 : check_node(p, tree->root, BL_BOX_TREE_NONE);
    cr_assert_eq(leaves, tree->leaf_count);
    cr_assert_eq(leaves, count_keys(p));
    if (leaves > 0) cr_assert_leq(tree->nodes[tree->root].height, BL_BOX_TREE_MAX_HEIGHT);
    uint32_t free_nodes = 0;
    for (uint32_t i = tree->free; i != BL_BOX_TREE_NONE; i = tree->nodes[i].parent, free_nodes++)
        cr_assert_eq(tree->nodes[i].height, -1);
    uint32_t used = leaves == 0 ? 0 : 2 * leaves - 1;
    cr_assert_eq(used + free_nodes, (uint32_t)arrlen(tree->nodes), "no node is lost");
}

bool pen_note(void* context, uint32_t key)
{
    pen_found_keys* found = context;
    found->times[key]++;
    return ++found->count != found->stop_after;
}

void pen_check_visit(const pen* p, const bl_box* box)
{
    static pen_found_keys found;
    memset(&found, 0, sizeof found);
    bl_box_tree_visit(&p->tree, box, pen_note, &found);
    for (int i = 0; i < PEN_MAX_KEYS; i++)
        cr_assert_eq(found.times[i], p->leaf[i] != BL_BOX_TREE_NONE && bl_box_overlaps(&p->box[i], box));
}

void pen_change(pen* p, uint64_t* lot, uint32_t keys, double fullness)
{
    uint32_t key = chance_below(lot, keys);
    if (p->leaf[key] != BL_BOX_TREE_NONE && chance_next(lot) > fullness)
        pen_take(p, key);
    else if (chance_next(lot) < fullness)
        pen_put(p, key, pen_random_box(lot));
}

// The time at which the ray is inside the slab of one axis, in long double.
static bool clip(double origin, double way, double lower, double upper, long double* enter, long double* leave)
{
    if (way == 0.0) return lower <= origin && origin <= upper;
    long double a = ((long double)lower - origin) / way, b = ((long double)upper - origin) / way;
    if (a > b) {
        long double swap = a;
        a = b;
        b = swap;
    }
    if (a > *enter) *enter = a;
    if (b < *leave) *leave = b;
    return true;
}

bool pen_is_met(const bl_box* box, belay_vec3 origin, belay_vec3 way, belay_vec3 extent, double max_time,
                long double* enter)
{
    long double leave = max_time;
    belay_vec3 low = v3_sub(box->lower, extent), high = v3_add(box->upper, extent);
    *enter = 0.0L;
    return clip(origin.x, way.x, low.x, high.x, enter, &leave) && clip(origin.y, way.y, low.y, high.y, enter, &leave) &&
           clip(origin.z, way.z, low.z, high.z, enter, &leave) && *enter <= leave;
}

void pen_check_ray(const pen* p, belay_vec3 origin, belay_vec3 way, belay_vec3 extent, double max_time)
{
    static pen_found_keys found;
    memset(&found, 0, sizeof found);
    double limit = max_time;
    bl_box_tree_visit_ray(&p->tree, origin, way, extent, &limit, pen_note, &found);
    for (int i = 0; i < PEN_MAX_KEYS; i++) {
        long double enter;
        bool is_hit = p->leaf[i] != BL_BOX_TREE_NONE && pen_is_met(&p->box[i], origin, way, extent, max_time, &enter);
        cr_assert_eq(found.times[i], is_hit, "key %d", i);
    }
}
