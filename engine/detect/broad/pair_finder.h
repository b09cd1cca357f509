// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What finding pairs of colliders keeps from step to step: trees of boxes, and where bodies that stay in their place
// are. No part of the world's state: the pairs found do not depend on it. Whoever changes what it knows of tells it by
// the functions below, at once.

#ifndef BELAY_ENGINE_DETECT_BROAD_PAIR_FINDER_H
#define BELAY_ENGINE_DETECT_BROAD_PAIR_FINDER_H

#include "belay/base.h"
#include "detect/broad/broad_phase.h"
#include "detect/broad/run_trees.h"

// A body that was not active when the proxies of its colliders were made, and where it was then: as long as it is
// there they are good.
typedef struct bl_kept_body {
    uint64_t id; // 0: none
    belay_pose pose;
} bl_kept_body;

// A plane in the world, at the contact instant. It has no box.
typedef struct bl_finder_plane {
    belay_vec3 normal;
    double offset;
    uint32_t collider; // place
    uint32_t is_moving;
} bl_finder_plane;

typedef struct bl_pair_finder {
    bl_broad_phase phase; // slots: places of colliders
    bl_run_trees rods;
    // stb_ds arrays
    bl_kept_body* kept;      // by place of the body
    uint8_t* mobility;       // likewise, of this step
    bl_finder_plane* planes; // by place of the collider
    bl_key_pair* others;     // pairs that do not come in order
    uint32_t known;          // proxies of the last step there are
    bool is_current;         // bodies and colliders have the places that they had then
} bl_pair_finder;

void bl_pair_finder_init(bl_pair_finder* finder);
void bl_pair_finder_fini(bl_pair_finder* finder);
// After a snapshot was restored: any place or handle may mean something else.
void bl_pair_finder_forget(bl_pair_finder* finder);

// Places of bodies or colliders have changed: colliders came or went, a body went.
static inline void bl_pair_finder_spoil(bl_pair_finder* finder)
{
    finder->is_current = false;
}

// The collider at an index is about to go, and the one at the last place to take its place.
void bl_pair_finder_remove(bl_pair_finder* finder, uint32_t index, uint32_t last);
// The collider at an index may meet others than before: its filter or the type of its body has changed.
void bl_pair_finder_judge_anew(bl_pair_finder* finder, uint32_t index);

#endif
