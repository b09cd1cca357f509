// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/broad/run_trees.h"

#include "core/alloc.h"
#include "core/assert.h"

#include <string.h>

void bl_run_trees_init(bl_run_trees* trees)
{
    memset(trees, 0, sizeof *trees);
    bl_box_tree_init(&trees->awake);
    bl_box_tree_init(&trees->asleep);
}

void bl_run_trees_fini(bl_run_trees* trees)
{
    bl_box_tree_fini(&trees->awake);
    bl_box_tree_fini(&trees->asleep);
    arrfree(trees->rods);
    arrfree(trees->runs);
    arrfree(trees->leaves);
}

void bl_run_trees_forget(bl_run_trees* trees)
{
    bl_box_tree_clear(&trees->awake);
    bl_box_tree_clear(&trees->asleep);
    if (trees->rods != NULL) arrsetlen(trees->rods, 0);
}

static bool is_laid_out(const bl_run_trees* trees, const bl_run_rod* rods, uint32_t count)
{
    if ((uint32_t)arrlen(trees->rods) != count) return false;
    for (uint32_t i = 0; i < count; i++) {
        const bl_run_rod* r = &trees->rods[i];
        if (r->id != rods[i].id || r->is_awake != rods[i].is_awake || r->count != bl_run_count(rods[i].count))
            return false;
    }
    return true;
}

static bool reserve(bl_run_trees* trees, const bl_run_rod* rods, uint32_t count, const belay_allocator* allocator)
{
    uint32_t awake = 0, asleep = 0;
    for (uint32_t i = 0; i < count; i++)
        *(rods[i].is_awake ? &awake : &asleep) += bl_run_count(rods[i].count);
    bool ok = true;
    BL_ARRAY_RESERVE(trees->rods, count, allocator, &ok);
    BL_ARRAY_RESERVE(trees->runs, awake + asleep, allocator, &ok);
    BL_ARRAY_RESERVE(trees->leaves, awake + asleep, allocator, &ok);
    return ok && bl_box_tree_reserve(&trees->awake, awake, allocator) &&
           bl_box_tree_reserve(&trees->asleep, asleep, allocator);
}

static void add_rod(bl_run_trees* trees, const bl_run_rod* rod)
{
    const bl_box nowhere = {v3_zero(), v3_zero()};
    bl_run_rod r = {rod->id, (uint32_t)arrlen(trees->runs), bl_run_count(rod->count), rod->is_awake, false};
    for (uint32_t k = 0; k < r.count; k++) {
        uint32_t key = r.first + k;
        bl_box_tree* tree = r.is_awake ? &trees->awake : &trees->asleep;
        arrput(trees->runs, ((bl_run){(uint32_t)arrlen(trees->rods), k * BL_RUN_SEGMENTS}));
        arrput(trees->leaves, bl_box_tree_insert_loose(tree, nowhere, key));
    }
    arrput(trees->rods, r);
}

bool bl_run_trees_lay_out(bl_run_trees* trees, const bl_run_rod* rods, uint32_t count, const belay_allocator* allocator)
{
    if (is_laid_out(trees, rods, count)) return true;
    bl_run_trees_forget(trees);
    if (!reserve(trees, rods, count, allocator)) return false;
    if (trees->runs != NULL) arrsetlen(trees->runs, 0);
    if (trees->leaves != NULL) arrsetlen(trees->leaves, 0);
    for (uint32_t i = 0; i < count; i++)
        add_rod(trees, &rods[i]);
    return true;
}

void bl_run_trees_set(bl_run_trees* trees, uint32_t run, const bl_box* box)
{
    BELAY_ASSERT(run < (uint32_t)arrlen(trees->runs));
    bl_box_tree* tree = trees->rods[trees->runs[run].rod].is_awake ? &trees->awake : &trees->asleep;
    tree->nodes[trees->leaves[run]].box = *box;
}

void bl_run_trees_commit(bl_run_trees* trees)
{
    bl_box_tree_refresh(&trees->awake);
    bl_box_tree_refresh(&trees->asleep);
}
