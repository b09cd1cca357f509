// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes about runs of segments of all rods, in two trees: of rods that are awake, and of those that sleep. A rod may be
// long and lie anywhere, so a box about all of it would overlap much that is not near; a run of a few segments is near
// what its box overlaps. The trees are walked against each other and against those of the colliders (broad_phase.h):
// what a rod may meet is found at a cost that goes with what is near it, not with what there is.
//
// No part of the world's state: what overlaps does not depend on how the trees came about. Runs are numbered rod after
// rod. Nothing allocates but bl_run_trees_lay_out.

#ifndef BELAY_ENGINE_DETECT_BROAD_RUN_TREES_H
#define BELAY_ENGINE_DETECT_BROAD_RUN_TREES_H

#include "core/sort.h"
#include "geometry/box_tree.h"

// Segments of a run: with fewer the trees have more leaves, with more their boxes are looser.
#define BL_RUN_SEGMENTS 8

// Segments from `first` on of the rod with this index.
typedef struct bl_run {
    uint32_t rod, first;
} bl_run;

// A rod as the trees have it.
typedef struct bl_run_rod {
    uint64_t id;
    uint32_t first, count; // runs
    bool is_awake;
    bool has_box; // its boxes were set: for who sets them
} bl_run_rod;

typedef struct bl_run_trees {
    bl_box_tree awake, asleep; // keys: runs
    // stb_ds arrays
    bl_run_rod* rods;
    bl_run* runs;
    uint32_t* leaves; // by run
} bl_run_trees;

void bl_run_trees_init(bl_run_trees* trees);
void bl_run_trees_fini(bl_run_trees* trees);
// After a snapshot was restored: any handle may mean another rod.
void bl_run_trees_forget(bl_run_trees* trees);

static inline uint32_t bl_run_count(uint32_t segments)
{
    return (segments + BL_RUN_SEGMENTS - 1) / BL_RUN_SEGMENTS;
}

// The rods that there are now: id, whether awake, and in `count` their segments; nothing else is read. Where they are
// not those of the last time the trees are made anew, with boxes that are not set. False: no memory.
bool bl_run_trees_lay_out(bl_run_trees* trees, const bl_run_rod* rods, uint32_t count,
                          const belay_allocator* allocator);
// Sets a box, not empty and without NaN. The trees may be visited after bl_run_trees_commit.
void bl_run_trees_set(bl_run_trees* trees, uint32_t run, const bl_box* box);
void bl_run_trees_commit(bl_run_trees* trees);

static inline const bl_box* bl_run_trees_box(const bl_run_trees* trees, uint32_t run)
{
    const bl_box_tree* tree = trees->rods[trees->runs[run].rod].is_awake ? &trees->awake : &trees->asleep;
    return &tree->nodes[trees->leaves[run]].box;
}

#endif
