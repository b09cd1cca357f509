// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tree of boxes against brute force through random histories, its invariants after every kind of change, its
// height, and that equal histories make equal bytes.

#include "geometry/box_tree.h"

#include "core/alloc.h"
#include "support/chance.h"
#include "support/purse.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEYS 4096

static belay_vec3 random_vector(uint64_t* lot, double low, double high)
{
    double x = low + (high - low) * chance_next(lot), y = low + (high - low) * chance_next(lot);
    return v3(x, y, low + (high - low) * chance_next(lot));
}

// Sizes over three decades.
static bl_box random_box(uint64_t* lot)
{
    belay_vec3 lower = random_vector(lot, -10.0, 10.0);
    double size = pow(10.0, 3.0 * chance_next(lot) - 2.0);
    bl_box box = {lower, v3_add(lower, v3_scale(size, random_vector(lot, 0.0, 1.0)))};
    return box;
}

// A tree and, beside it, what should be in it: leaf[key] is BL_BOX_TREE_NONE for keys that are out.
typedef struct pen {
    bl_box_tree tree;
    bl_box box[MAX_KEYS];
    uint32_t leaf[MAX_KEYS];
} pen;

static pen* pen_create(uint32_t room)
{
    pen* p = calloc(1, sizeof *p);
    belay_allocator allocator = bl_allocator_default();
    bl_box_tree_init(&p->tree);
    cr_assert(bl_box_tree_reserve(&p->tree, room, &allocator));
    for (int i = 0; i < MAX_KEYS; i++)
        p->leaf[i] = BL_BOX_TREE_NONE;
    return p;
}

static void pen_destroy(pen* p)
{
    bl_box_tree_fini(&p->tree);
    free(p);
}

static void put(pen* p, uint32_t key, bl_box box)
{
    p->box[key] = box;
    if (p->leaf[key] == BL_BOX_TREE_NONE)
        p->leaf[key] = bl_box_tree_insert(&p->tree, box, key);
    else
        bl_box_tree_move(&p->tree, p->leaf[key], box);
}

static void take(pen* p, uint32_t key)
{
    bl_box_tree_remove(&p->tree, p->leaf[key]);
    p->leaf[key] = BL_BOX_TREE_NONE;
}

static uint32_t count_keys(const pen* p)
{
    uint32_t count = 0;
    for (int i = 0; i < MAX_KEYS; i++)
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

static void check_tree(const pen* p)
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

typedef struct found_keys {
    int times[MAX_KEYS];
    int count, stop_after;
} found_keys;

static bool note(void* context, uint32_t key)
{
    found_keys* found = context;
    found->times[key]++;
    return ++found->count != found->stop_after;
}

static void check_visit(const pen* p, const bl_box* box)
{
    static found_keys found;
    memset(&found, 0, sizeof found);
    bl_box_tree_visit(&p->tree, box, note, &found);
    for (int i = 0; i < MAX_KEYS; i++)
        cr_assert_eq(found.times[i], p->leaf[i] != BL_BOX_TREE_NONE && bl_box_overlaps(&p->box[i], box));
}

// One random change; `fullness` of the keys are in on average.
static void change(pen* p, uint64_t* lot, uint32_t keys, double fullness)
{
    uint32_t key = chance_below(lot, keys);
    if (p->leaf[key] != BL_BOX_TREE_NONE && chance_next(lot) > fullness)
        take(p, key);
    else if (chance_next(lot) < fullness)
        put(p, key, random_box(lot));
}

Test(box_tree, finds_what_overlaps_through_random_histories)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        uint64_t lot = seed;
        uint32_t keys = seed % 2 == 0 ? 7 : 700;
        pen* p = pen_create(keys);
        for (int i = 0; i < 4000; i++) {
            change(p, &lot, keys, 0.5 + 0.4 * sin(0.003 * i));
            if (i % 20 == 0) {
                bl_box box = random_box(&lot);
                check_visit(p, &box);
            }
        }
        pen_destroy(p);
    }
}

Test(box_tree, invariants_hold_after_every_change)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        uint64_t lot = seed;
        uint32_t keys = 1u << (2 * seed - 2);
        pen* p = pen_create(keys);
        for (int i = 0; i < 3000; i++) {
            change(p, &lot, keys, 0.6);
            if (keys < 300 || i % 10 == 0) check_tree(p);
        }
        for (uint32_t key = 0; key < keys; key++)
            if (p->leaf[key] != BL_BOX_TREE_NONE) take(p, key);
        check_tree(p);
        cr_assert(p->tree.root == BL_BOX_TREE_NONE && p->tree.leaf_count == 0);
        pen_destroy(p);
    }
}

Test(box_tree, touching_boxes_overlap)
{
    pen* p = pen_create(1);
    bl_box box = {{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}}, corner = {{1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}};
    bl_box beyond = {{1.0 + DBL_EPSILON, 0.0, 0.0}, {2.0, 1.0, 1.0}};
    put(p, 0, box);
    found_keys found = {0};
    bl_box_tree_visit(&p->tree, &corner, note, &found);
    cr_assert_eq(found.count, 1);
    bl_box_tree_visit(&p->tree, &beyond, note, &found);
    cr_assert_eq(found.count, 1);
    pen_destroy(p);
}

Test(box_tree, visit_stops_when_told)
{
    uint64_t lot = 5;
    pen* p = pen_create(100);
    bl_box all = {{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}};
    for (uint32_t i = 0; i < 100; i++)
        put(p, i, random_box(&lot));
    for (int stop = 1; stop <= 100; stop += 33) {
        found_keys found = {.stop_after = stop};
        bl_box_tree_visit(&p->tree, &all, note, &found);
        cr_assert_eq(found.count, stop);
        memset(&found, 0, sizeof found);
        found.stop_after = stop;
        double max_time = 1.0;
        bl_box_tree_visit_ray(&p->tree, v3(-20.0, 0.0, 0.0), v3(40.0, 0.0, 0.0), v3(20.0, 20.0, 20.0), &max_time, note,
                              &found);
        cr_assert_eq(found.count, stop);
    }
    pen_destroy(p);
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

static bool is_met(const bl_box* box, belay_vec3 origin, belay_vec3 way, belay_vec3 extent, double max_time,
                   long double* enter)
{
    long double leave = max_time;
    belay_vec3 low = v3_sub(box->lower, extent), high = v3_add(box->upper, extent);
    *enter = 0.0L;
    return clip(origin.x, way.x, low.x, high.x, enter, &leave) && clip(origin.y, way.y, low.y, high.y, enter, &leave) &&
           clip(origin.z, way.z, low.z, high.z, enter, &leave) && *enter <= leave;
}

static void check_ray(const pen* p, belay_vec3 origin, belay_vec3 way, belay_vec3 extent, double max_time)
{
    static found_keys found;
    memset(&found, 0, sizeof found);
    double limit = max_time;
    bl_box_tree_visit_ray(&p->tree, origin, way, extent, &limit, note, &found);
    for (int i = 0; i < MAX_KEYS; i++) {
        long double enter;
        bool is_hit = p->leaf[i] != BL_BOX_TREE_NONE && is_met(&p->box[i], origin, way, extent, max_time, &enter);
        cr_assert_eq(found.times[i], is_hit, "key %d", i);
    }
}

Test(box_tree, rays_meet_what_brute_force_meets)
{
    uint64_t lot = 11;
    pen* p = pen_create(1000);
    for (uint32_t i = 0; i < 1000; i++)
        put(p, i, random_box(&lot));
    for (int i = 0; i < 2000; i++) {
        belay_vec3 origin = random_vector(&lot, -15.0, 15.0), way = random_vector(&lot, -20.0, 20.0);
        belay_vec3 extent = i % 3 == 0 ? random_vector(&lot, 0.0, 1.0) : v3_zero();
        if (i % 5 == 0) way.x = 0.0;
        if (i % 7 == 0) way.z = -0.0;
        check_ray(p, origin, way, extent, i % 2 == 0 ? 1.0 : chance_next(&lot));
    }
    pen_destroy(p);
}

// Rays along faces, through edges and corners, and from inside, on boxes of a grid.
Test(box_tree, rays_that_only_touch_are_not_missed)
{
    pen* p = pen_create(64);
    for (uint32_t i = 0; i < 64; i++) {
        belay_vec3 lower = v3(2.0 * (i % 4), 2.0 * (i / 4 % 4), 2.0 * (i / 16));
        bl_box box = {lower, v3_add(lower, v3(1.0, 1.0, 1.0))};
        put(p, i, box);
    }
    belay_vec3 ways[] = {{9.0, 0.0, 0.0}, {0.0, -9.0, 0.0}, {0.0, 0.0, 9.0},
                         {8.0, 8.0, 0.0}, {8.0, 8.0, 8.0},  {-8.0, 8.0, 0.0}};
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++)
        for (int x = -1; x <= 8; x++)
            for (int y = -1; y <= 8; y++)
                for (int z = -1; z <= 8; z++)
                    check_ray(p, v3(x, y, z), ways[w], v3_zero(), 1.0);
    pen_destroy(p);
}

typedef struct nearest {
    const pen* pen;
    belay_vec3 origin, way;
    double max_time;
    int visits;
} nearest;

static bool prune(void* context, uint32_t key)
{
    nearest* n = context;
    long double enter;
    n->visits++;
    if (is_met(&n->pen->box[key], n->origin, n->way, v3_zero(), n->max_time, &enter)) n->max_time = (double)enter;
    return true;
}

Test(box_tree, a_pruned_ray_finds_the_first_box_with_few_visits)
{
    uint64_t lot = 13;
    pen* p = pen_create(1000);
    for (uint32_t i = 0; i < 1000; i++)
        put(p, i, random_box(&lot));
    int visits = 0, all = 0;
    for (int i = 0; i < 500; i++) {
        nearest n = {p, random_vector(&lot, -30.0, 30.0), v3_zero(), 1.0, 0};
        n.way = v3_scale(2.0, v3_sub(random_vector(&lot, -8.0, 8.0), n.origin));
        bl_box_tree_visit_ray(&p->tree, n.origin, n.way, v3_zero(), &n.max_time, prune, &n);
        double first = 1.0;
        for (int k = 0; k < 1000; k++) {
            long double enter;
            if (!is_met(&p->box[k], n.origin, n.way, v3_zero(), 1.0, &enter)) continue;
            all++;
            if ((double)enter < first) first = (double)enter;
        }
        cr_assert_eq(n.max_time, first);
        visits += n.visits;
    }
    cr_assert_lt(3 * visits, all, "%d visits of %d", visits, all);
    pen_destroy(p);
}

static void check_height(const char* order, const pen* p, double factor)
{
    double leaves = p->tree.leaf_count;
    int height = p->tree.nodes[p->tree.root].height;
    cr_assert_leq(height, factor * log2(leaves), "%s: height %d of %g leaves", order, height, leaves);
    check_tree(p);
}

Test(box_tree, sorted_insertions_stay_shallow)
{
    const char* orders[] = {"along a line", "backwards", "row by row", "all the same", "points at one place"};
    for (int order = 0; order < 5; order++) {
        pen* p = pen_create(MAX_KEYS);
        for (uint32_t i = 0; i < MAX_KEYS; i++) {
            belay_vec3 at[] = {v3(i, 0.0, 0.0), v3(-1.0 * i, 0.0, 0.0), v3(i % 64, i / 64, 0.0), v3_zero(), v3_zero()};
            bl_box box = {at[order], order == 4 ? v3_zero() : v3_add(at[order], v3(1.1, 1.1, 1.1))};
            put(p, i, box);
        }
        check_height(orders[order], p, 1.6);
        for (uint32_t i = 0; i < MAX_KEYS; i += 2)
            take(p, i);
        check_height(orders[order], p, 1.6);
        pen_destroy(p);
    }
}

Test(box_tree, random_moves_stay_shallow)
{
    uint64_t lot = 17;
    pen* p = pen_create(MAX_KEYS);
    for (uint32_t i = 0; i < MAX_KEYS; i++)
        put(p, i, random_box(&lot));
    for (int i = 0; i < 20000; i++)
        put(p, chance_below(&lot, MAX_KEYS), random_box(&lot));
    check_height("moved", p, 2.0);
    pen_destroy(p);
}

// Boxes in boxes, each twice as large: the tree of least surface is a chain of as many levels, which the bound cuts.
Test(box_tree, nested_boxes_reach_the_bound_and_not_beyond)
{
    uint64_t lot = 19;
    pen* p = pen_create(900);
    for (uint32_t i = 0; i < 900; i++) {
        double size = ldexp(1.0, (int)i - 450);
        bl_box box = {v3_zero(), v3(size, size, size)};
        put(p, i, box);
    }
    cr_assert_eq(p->tree.nodes[p->tree.root].height, BL_BOX_TREE_MAX_HEIGHT);
    check_tree(p);
    for (int i = 0; i < 500; i++) {
        uint32_t key = chance_below(&lot, 900);
        if (p->leaf[key] != BL_BOX_TREE_NONE) take(p, key);
    }
    check_tree(p);
    bl_box small = {v3_zero(), v3_zero()};
    check_visit(p, &small);
    pen_destroy(p);
}

// Infinite sides and surfaces that overflow: found like others.
Test(box_tree, survives_infinite_boxes)
{
    uint64_t lot = 23;
    pen* p = pen_create(300);
    for (uint32_t i = 0; i < 300; i++) {
        bl_box box = random_box(&lot);
        if (i % 3 == 0) box.lower.x = -INFINITY;
        if (i % 5 == 0) box.upper.y = INFINITY;
        if (i % 7 == 0) box.upper.z = 1e200, box.upper.x = 1e200;
        if (i % 11 == 0) box.lower.y = box.upper.y = 0.0, box.upper.z = INFINITY;
        put(p, i, box);
    }
    check_tree(p);
    for (int i = 0; i < 100; i++) {
        bl_box box = random_box(&lot);
        check_visit(p, &box);
        check_ray(p, random_vector(&lot, -15.0, 15.0), random_vector(&lot, -20.0, 20.0), v3_zero(), 1.0);
    }
    pen_destroy(p);
}

typedef struct found_pairs {
    unsigned char times[64][64]; // [key of a][key of b]
    int count, stop_after;
} found_pairs;

static bool note_pair(void* context, uint32_t a, uint32_t b)
{
    found_pairs* found = context;
    found->times[a][b]++;
    return ++found->count != found->stop_after;
}

Test(box_tree, pairs_of_two_trees_and_of_one_with_itself)
{
    uint64_t lot = 37;
    static found_pairs found, own;
    for (int round = 0; round < 200; round++) {
        pen *a = pen_create(64), *b = pen_create(64);
        for (uint32_t i = 0; i < 64; i++) {
            if (chance_below(&lot, 64) > (uint32_t)round % 70) put(a, i, random_box(&lot));
            if (chance_below(&lot, 64) > (uint32_t)round % 60) put(b, i, random_box(&lot));
        }
        memset(&found, 0, sizeof found);
        memset(&own, 0, sizeof own);
        bl_box_tree_visit_pairs(&a->tree, &b->tree, note_pair, &found);
        bl_box_tree_visit_pairs(&a->tree, &a->tree, note_pair, &own);
        for (int i = 0; i < 64; i++) {
            for (int k = 0; k < 64; k++) {
                bool is_in = a->leaf[i] != BL_BOX_TREE_NONE && b->leaf[k] != BL_BOX_TREE_NONE;
                cr_assert_eq(found.times[i][k], is_in && bl_box_overlaps(&a->box[i], &b->box[k]));
                if (k >= i) continue;
                is_in = a->leaf[i] != BL_BOX_TREE_NONE && a->leaf[k] != BL_BOX_TREE_NONE;
                cr_assert_eq(own.times[i][k] + own.times[k][i], is_in && bl_box_overlaps(&a->box[i], &a->box[k]));
            }
            cr_assert_eq(own.times[i][i], 0);
        }
        pen_destroy(a);
        pen_destroy(b);
    }
}

// Chains of the largest height against themselves and each other: the walk's stack suffices.
Test(box_tree, pairs_of_the_highest_trees)
{
    static found_pairs found;
    pen *a = pen_create(900), *b = pen_create(900);
    for (uint32_t i = 0; i < 900; i++) {
        double size = ldexp(1.0, (int)i - 450);
        bl_box box = {v3_zero(), v3(size, size, size)};
        bl_box_tree_insert(&a->tree, box, i % 64);
        bl_box_tree_insert(&b->tree, box, i % 64);
    }
    cr_assert_eq(a->tree.nodes[a->tree.root].height, BL_BOX_TREE_MAX_HEIGHT);
    bl_box_tree_visit_pairs(&a->tree, &a->tree, note_pair, &found);
    cr_assert_eq(found.count, 900 * 899 / 2);
    found.count = 0;
    bl_box_tree_visit_pairs(&a->tree, &b->tree, note_pair, &found);
    cr_assert_eq(found.count, 900 * 900);
    found.count = 0;
    found.stop_after = 1000;
    bl_box_tree_visit_pairs(&a->tree, &b->tree, note_pair, &found);
    cr_assert_eq(found.count, 1000);
    pen_destroy(a);
    pen_destroy(b);
}

// Writes new boxes into leaves, and adds loose ones and removes others, some of them loose.
static void change_many(pen* p, uint64_t* lot, uint32_t keys, double step)
{
    for (uint32_t key = 0; key < keys; key++) {
        bool is_in = p->leaf[key] != BL_BOX_TREE_NONE;
        if (is_in) {
            belay_vec3 way = random_vector(lot, -step, step);
            bl_box box = {v3_add(p->box[key].lower, way), v3_add(p->box[key].upper, way)};
            p->box[key] = p->tree.nodes[p->leaf[key]].box = box;
        }
        if (is_in && chance_next(lot) < 0.1) {
            take(p, key);
        } else if (!is_in && chance_next(lot) < 0.2) {
            p->box[key] = random_box(lot);
            p->leaf[key] = bl_box_tree_insert_loose(&p->tree, p->box[key], key);
            cr_assert(bl_box_tree_is_loose(&p->tree, p->leaf[key]));
            if (chance_next(lot) < 0.2) take(p, key);
        }
    }
}

Test(box_tree, refreshed_after_many_changes)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        uint64_t lot = seed;
        uint32_t keys = (uint32_t)seed * (uint32_t)seed * 20;
        pen* p = pen_create(keys);
        for (int i = 0; i < 200; i++) {
            change_many(p, &lot, i % 3 == 0 ? keys : keys / 20, i % 2 == 0 ? 0.01 : 1.0);
            bl_box_tree_refresh(&p->tree);
            check_tree(p);
            bl_box box = random_box(&lot);
            check_visit(p, &box);
            for (int k = 0; k < 10; k++)
                change(p, &lot, keys, 0.5);
            check_tree(p);
        }
        pen_destroy(p);
    }
}

// Loose leaves may be moved one by one, too.
Test(box_tree, moving_a_loose_leaf_puts_it_in)
{
    uint64_t lot = 41;
    pen* p = pen_create(50);
    for (uint32_t i = 0; i < 50; i++) {
        p->box[i] = random_box(&lot);
        p->leaf[i] = bl_box_tree_insert_loose(&p->tree, p->box[i], i);
    }
    for (uint32_t i = 0; i < 50; i++) {
        put(p, i, random_box(&lot));
        cr_assert_not(bl_box_tree_is_loose(&p->tree, p->leaf[i]));
    }
    check_tree(p);
    pen_destroy(p);
}

// All kinds of sets, also such that no cut parts, or that cuts part one from many at every level.
Test(box_tree, rebuilt_trees_stay_within_the_bound)
{
    for (int kind = 0; kind < 5; kind++) {
        uint64_t lot = 43;
        pen* p = pen_create(MAX_KEYS);
        for (uint32_t i = 0; i < MAX_KEYS; i++) {
            double size = ldexp(1.0, (int)(i % 1000) - 500);
            bl_box boxes[] = {{v3_zero(), v3_zero()},
                              {v3_zero(), v3(size, size, size)},
                              {v3(size, 0.0, 0.0), v3(size, 0.0, 0.0)},
                              {v3(-INFINITY, 0.0, -size), v3(i % 2 ? INFINITY : 1.0, 1.0, i % 3 ? INFINITY : size)},
                              random_box(&lot)};
            p->box[i] = boxes[kind];
            p->leaf[i] = bl_box_tree_insert_loose(&p->tree, boxes[kind], i);
        }
        bl_box_tree_refresh(&p->tree);
        check_tree(p);
        if (kind == 0 || kind == 4) check_height("rebuilt", p, 1.6);
        check_visit(p, &p->box[77]);
        pen_destroy(p);
    }
}

// Surface of all inner nodes.
static double measure(const pen* p)
{
    double sum = 0.0;
    for (ptrdiff_t i = 0; i < arrlen(p->tree.nodes); i++) {
        if (p->tree.nodes[i].height < 1) continue;
        belay_vec3 d = v3_sub(p->tree.nodes[i].box.upper, p->tree.nodes[i].box.lower);
        sum += d.x * d.y + d.y * d.z + d.z * d.x;
    }
    return sum;
}

// Mended and built trees of the same boxes are about as good; a refreshed one stays so however its boxes are shuffled.
Test(box_tree, refreshing_keeps_the_quality)
{
    uint64_t lot = 47;
    pen *mended = pen_create(1000), *refreshed = pen_create(1000);
    for (uint32_t i = 0; i < 1000; i++) {
        put(mended, i, random_box(&lot));
        refreshed->leaf[i] = bl_box_tree_insert_loose(&refreshed->tree, mended->box[i], i);
    }
    for (int round = 0; round < 10; round++) {
        for (uint32_t i = 0; i < 1000; i++) {
            put(mended, i, random_box(&lot));
            refreshed->tree.nodes[refreshed->leaf[i]].box = refreshed->box[i] = mended->box[i];
        }
        bl_box_tree_refresh(&refreshed->tree);
        check_tree(refreshed);
        double ratio = measure(refreshed) / measure(mended);
        cr_assert(ratio > 0.7 && ratio < 1.4, "ratio %g", ratio);
    }
    pen_destroy(mended);
    pen_destroy(refreshed);
}

Test(box_tree, equal_histories_make_equal_bytes)
{
    pen* pens[2];
    for (int k = 0; k < 2; k++) {
        uint64_t lot = 29;
        pens[k] = pen_create(k == 0 ? 500 : 900);
        for (int i = 0; i < 3000; i++)
            change(pens[k], &lot, 500, 0.7);
        change_many(pens[k], &lot, 500, 1.0);
        bl_box_tree_refresh(&pens[k]->tree);
        for (int i = 0; i < 300; i++)
            change(pens[k], &lot, 500, 0.7);
    }
    size_t count = (size_t)arrlen(pens[0]->tree.nodes);
    cr_assert_eq(count, (size_t)arrlen(pens[1]->tree.nodes));
    cr_assert_arr_eq(pens[0]->tree.nodes, pens[1]->tree.nodes, count * sizeof(bl_box_node));
    cr_assert_eq(sizeof(bl_box_node), sizeof(bl_box) + 6 * sizeof(uint32_t), "no padding");
    pen_destroy(pens[0]);
    pen_destroy(pens[1]);
}

Test(box_tree, allocates_in_reserve_alone)
{
    purse m = {0};
    belay_allocator allocator = purse_allocator(&m);
    bl_box_tree tree;
    bl_box_tree_init(&tree);
    cr_assert(bl_box_tree_reserve(&tree, 500, &allocator));
    long calls = m.calls;
    uint64_t lot = 31;
    uint32_t leaves[500];
    for (int round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 500; i++)
            leaves[i] = bl_box_tree_insert(&tree, random_box(&lot), i);
        for (uint32_t i = 0; i < 500; i++)
            bl_box_tree_move(&tree, leaves[i], random_box(&lot));
        for (uint32_t i = 0; i < 500; i++)
            tree.nodes[leaves[i]].box = random_box(&lot);
        bl_box_tree_refresh(&tree);
        for (uint32_t i = 0; i < 500; i++)
            bl_box_tree_remove(&tree, leaves[i]);
    }
    cr_assert_eq(m.calls, calls);
    m.fail_from = 1;
    cr_assert_not(bl_box_tree_reserve(&tree, 5000, &allocator));
    cr_assert_not(bl_box_tree_reserve(&tree, UINT32_MAX, &allocator));
    m.fail_from = 0;
    bl_box_tree_fini(&tree);
}
