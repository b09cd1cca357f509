// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is near rods.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_ROD_NEAR_H
#define BELAY_ENGINE_STEP_DETECT_STEP_ROD_NEAR_H

#include "step/detect/step_rod_chain.h"

// scratch.rods: nodes and their travel; proxies, pair_finder -> scratch.rods.near_rods, near_colliders: who may touch
// in this step, by sleep, filters, boxes and what the program says. False: no memory.
bool bl_step_rods_find_near(const bl_detect_parts* d, bl_pair_finder* finder);

// A rod and a collider that are near, with the places of their pairs in near_colliders; each pair is one run of the
// rod's segments.
typedef struct bl_rod_near_collider {
    uint32_t rod, collider;
    const bl_key_pair* runs;
    uint32_t run_count;
} bl_rod_near_collider;

// Fills the next one from place *at on, and moves *at on; false: there is no other.
bool bl_step_rods_next_near(const bl_step_rods* rods, ptrdiff_t* at, bl_rod_near_collider* near);

// The segments [begin, end) of the k-th run of a rod with so many.
static inline bl_rod_range bl_rod_near_segments(const bl_rod_near_collider* near, uint32_t k, uint32_t segment_count)
{
    uint32_t begin = near->runs[k].first, end = begin + BL_RUN_SEGMENTS;
    bl_rod_range range = {begin, end < segment_count ? end : segment_count};
    return range;
}

#endif
