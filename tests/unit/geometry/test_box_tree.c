// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tree of boxes against brute force through random histories, its invariants after every kind of change, its
// height, and that equal histories make equal bytes.

#include "geometry/box_tree.h"

#include "core/alloc.h"
#include "support/chance.h"
#include "support/tracking_allocator.h"
#include "unit/geometry/box_tree_pen.h"

#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

Test(box_tree, finds_what_overlaps_through_random_histories)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        uint64_t lot = seed;
        uint32_t keys = seed % 2 == 0 ? 7 : 700;
        pen* p = pen_create(keys);
        for (int i = 0; i < 4000; i++) {
            pen_change(p, &lot, keys, 0.5 + 0.4 * sin(0.003 * i));
            if (i % 20 == 0) {
                bl_box box = pen_random_box(&lot);
                pen_check_visit(p, &box);
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
            pen_change(p, &lot, keys, 0.6);
            if (keys < 300 || i % 10 == 0) pen_check_tree(p);
        }
        for (uint32_t key = 0; key < keys; key++)
            if (p->leaf[key] != BL_BOX_TREE_NONE) pen_take(p, key);
        pen_check_tree(p);
        cr_assert(p->tree.root == BL_BOX_TREE_NONE && p->tree.leaf_count == 0);
        pen_destroy(p);
    }
}

Test(box_tree, touching_boxes_overlap)
{
    pen* p = pen_create(1);
    bl_box box = {{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}}, corner = {{1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}};
    bl_box beyond = {{1.0 + DBL_EPSILON, 0.0, 0.0}, {2.0, 1.0, 1.0}};
    pen_put(p, 0, box);
    pen_found_keys found = {0};
    bl_box_tree_visit(&p->tree, &corner, pen_note, &found);
    cr_assert_eq(found.count, 1);
    bl_box_tree_visit(&p->tree, &beyond, pen_note, &found);
    cr_assert_eq(found.count, 1);
    pen_destroy(p);
}

Test(box_tree, visit_stops_when_told)
{
    uint64_t lot = 5;
    pen* p = pen_create(100);
    bl_box all = {{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}};
    for (uint32_t i = 0; i < 100; i++)
        pen_put(p, i, pen_random_box(&lot));
    for (int stop = 1; stop <= 100; stop += 33) {
        pen_found_keys found = {.stop_after = stop};
        bl_box_tree_visit(&p->tree, &all, pen_note, &found);
        cr_assert_eq(found.count, stop);
        memset(&found, 0, sizeof found);
        found.stop_after = stop;
        double max_time = 1.0;
        bl_box_tree_visit_ray(&p->tree, v3(-20.0, 0.0, 0.0), v3(40.0, 0.0, 0.0), v3(20.0, 20.0, 20.0), &max_time,
                              pen_note, &found);
        cr_assert_eq(found.count, stop);
    }
    pen_destroy(p);
}

static void check_height(const char* order, const pen* p, double factor)
{
    double leaves = p->tree.leaf_count;
    int height = p->tree.nodes[p->tree.root].height;
    cr_assert_leq(height, factor * log2(leaves), "%s: height %d of %g leaves", order, height, leaves);
    pen_check_tree(p);
}

Test(box_tree, sorted_insertions_stay_shallow)
{
    const char* orders[] = {"along a line", "backwards", "row by row", "all the same", "points at one place"};
    for (int order = 0; order < 5; order++) {
        pen* p = pen_create(PEN_MAX_KEYS);
        for (uint32_t i = 0; i < PEN_MAX_KEYS; i++) {
            belay_vec3 at[] = {v3(i, 0.0, 0.0), v3(-1.0 * i, 0.0, 0.0), v3(i % 64, i / 64, 0.0), v3_zero(), v3_zero()};
            bl_box box = {at[order], order == 4 ? v3_zero() : v3_add(at[order], v3(1.1, 1.1, 1.1))};
            pen_put(p, i, box);
        }
        check_height(orders[order], p, 1.6);
        for (uint32_t i = 0; i < PEN_MAX_KEYS; i += 2)
            pen_take(p, i);
        check_height(orders[order], p, 1.6);
        pen_destroy(p);
    }
}

Test(box_tree, random_moves_stay_shallow)
{
    uint64_t lot = 17;
    pen* p = pen_create(PEN_MAX_KEYS);
    for (uint32_t i = 0; i < PEN_MAX_KEYS; i++)
        pen_put(p, i, pen_random_box(&lot));
    for (int i = 0; i < 20000; i++)
        pen_put(p, chance_below(&lot, PEN_MAX_KEYS), pen_random_box(&lot));
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
        pen_put(p, i, box);
    }
    cr_assert_eq(p->tree.nodes[p->tree.root].height, BL_BOX_TREE_MAX_HEIGHT);
    pen_check_tree(p);
    for (int i = 0; i < 500; i++) {
        uint32_t key = chance_below(&lot, 900);
        if (p->leaf[key] != BL_BOX_TREE_NONE) pen_take(p, key);
    }
    pen_check_tree(p);
    bl_box small = {v3_zero(), v3_zero()};
    pen_check_visit(p, &small);
    pen_destroy(p);
}

// Infinite sides and surfaces that overflow: found like others.
Test(box_tree, survives_infinite_boxes)
{
    uint64_t lot = 23;
    pen* p = pen_create(300);
    for (uint32_t i = 0; i < 300; i++) {
        bl_box box = pen_random_box(&lot);
        if (i % 3 == 0) box.lower.x = -INFINITY;
        if (i % 5 == 0) box.upper.y = INFINITY;
        if (i % 7 == 0) box.upper.z = 1e200, box.upper.x = 1e200;
        if (i % 11 == 0) box.lower.y = box.upper.y = 0.0, box.upper.z = INFINITY;
        pen_put(p, i, box);
    }
    pen_check_tree(p);
    for (int i = 0; i < 100; i++) {
        bl_box box = pen_random_box(&lot);
        pen_check_visit(p, &box);
        pen_check_ray(p, pen_random_vector(&lot, -15.0, 15.0), pen_random_vector(&lot, -20.0, 20.0), v3_zero(), 1.0);
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
            if (chance_below(&lot, 64) > (uint32_t)round % 70) pen_put(a, i, pen_random_box(&lot));
            if (chance_below(&lot, 64) > (uint32_t)round % 60) pen_put(b, i, pen_random_box(&lot));
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
            belay_vec3 way = pen_random_vector(lot, -step, step);
            bl_box box = {v3_add(p->box[key].lower, way), v3_add(p->box[key].upper, way)};
            p->box[key] = p->tree.nodes[p->leaf[key]].box = box;
        }
        if (is_in && chance_next(lot) < 0.1) {
            pen_take(p, key);
        } else if (!is_in && chance_next(lot) < 0.2) {
            p->box[key] = pen_random_box(lot);
            p->leaf[key] = bl_box_tree_insert_loose(&p->tree, p->box[key], key);
            cr_assert(bl_box_tree_is_loose(&p->tree, p->leaf[key]));
            if (chance_next(lot) < 0.2) pen_take(p, key);
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
            pen_check_tree(p);
            bl_box box = pen_random_box(&lot);
            pen_check_visit(p, &box);
            for (int k = 0; k < 10; k++)
                pen_change(p, &lot, keys, 0.5);
            pen_check_tree(p);
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
        p->box[i] = pen_random_box(&lot);
        p->leaf[i] = bl_box_tree_insert_loose(&p->tree, p->box[i], i);
    }
    for (uint32_t i = 0; i < 50; i++) {
        pen_put(p, i, pen_random_box(&lot));
        cr_assert_not(bl_box_tree_is_loose(&p->tree, p->leaf[i]));
    }
    pen_check_tree(p);
    pen_destroy(p);
}

// All kinds of sets, also such that no cut parts, or that cuts part one from many at every level.
Test(box_tree, rebuilt_trees_stay_within_the_bound)
{
    for (int kind = 0; kind < 5; kind++) {
        uint64_t lot = 43;
        pen* p = pen_create(PEN_MAX_KEYS);
        for (uint32_t i = 0; i < PEN_MAX_KEYS; i++) {
            double size = ldexp(1.0, (int)(i % 1000) - 500);
            bl_box boxes[] = {{v3_zero(), v3_zero()},
                              {v3_zero(), v3(size, size, size)},
                              {v3(size, 0.0, 0.0), v3(size, 0.0, 0.0)},
                              {v3(-INFINITY, 0.0, -size), v3(i % 2 ? INFINITY : 1.0, 1.0, i % 3 ? INFINITY : size)},
                              pen_random_box(&lot)};
            p->box[i] = boxes[kind];
            p->leaf[i] = bl_box_tree_insert_loose(&p->tree, boxes[kind], i);
        }
        bl_box_tree_refresh(&p->tree);
        pen_check_tree(p);
        if (kind == 0 || kind == 4) check_height("rebuilt", p, 1.6);
        pen_check_visit(p, &p->box[77]);
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
        pen_put(mended, i, pen_random_box(&lot));
        refreshed->leaf[i] = bl_box_tree_insert_loose(&refreshed->tree, mended->box[i], i);
    }
    for (int round = 0; round < 10; round++) {
        for (uint32_t i = 0; i < 1000; i++) {
            pen_put(mended, i, pen_random_box(&lot));
            refreshed->tree.nodes[refreshed->leaf[i]].box = refreshed->box[i] = mended->box[i];
        }
        bl_box_tree_refresh(&refreshed->tree);
        pen_check_tree(refreshed);
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
            pen_change(pens[k], &lot, 500, 0.7);
        change_many(pens[k], &lot, 500, 1.0);
        bl_box_tree_refresh(&pens[k]->tree);
        for (int i = 0; i < 300; i++)
            pen_change(pens[k], &lot, 500, 0.7);
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
    tracking_allocator m = {0};
    belay_allocator allocator = tracking_allocator_hooks(&m);
    bl_box_tree tree;
    bl_box_tree_init(&tree);
    cr_assert(bl_box_tree_reserve(&tree, 500, &allocator));
    long calls = m.calls;
    uint64_t lot = 31;
    uint32_t leaves[500];
    for (int round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 500; i++)
            leaves[i] = bl_box_tree_insert(&tree, pen_random_box(&lot), i);
        for (uint32_t i = 0; i < 500; i++)
            bl_box_tree_move(&tree, leaves[i], pen_random_box(&lot));
        for (uint32_t i = 0; i < 500; i++)
            tree.nodes[leaves[i]].box = pen_random_box(&lot);
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
