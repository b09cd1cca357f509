// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The scalars of a world, which a snapshot holds beside its arrays.

#ifndef BELAY_ENGINE_SNAPSHOT_SNAPSHOT_CLOCK_H
#define BELAY_ENGINE_SNAPSHOT_SNAPSHOT_CLOCK_H

#include "store/state.h"

// The settings that the future depends on, hooks left out.
typedef struct bl_snapshot_settings {
    belay_vec3 gravity;
    double numbers[15];
} bl_snapshot_settings;

// The scalars, copied out of and into the world around a walk.
typedef struct bl_snapshot_clock {
    bl_snapshot_settings settings;
    uint64_t step_count, enable_warm_start, first_free, alive, table_count, sleep_islands, max_work, is_begun;
    double time, accumulator, last_h, budget_seconds;
    uint64_t islands[BELAY_ISLAND_CLASS_COUNT][3];
} bl_snapshot_clock;

bl_snapshot_clock bl_snapshot_clock_get(const belay_world* w);
void bl_snapshot_clock_set(const bl_snapshot_clock* c, belay_world* w);
// Whether the numbers can be taken for what they stand for: bits of any kind must not become an integer, or a flag.
bool bl_snapshot_clock_is_sane(const bl_snapshot_clock* c);

#endif
