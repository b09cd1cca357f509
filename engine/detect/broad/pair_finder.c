// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/broad/pair_finder.h"

#include "core/alloc.h"

#include <string.h>

void bl_pair_finder_init(bl_pair_finder* finder)
{
    memset(finder, 0, sizeof *finder);
    bl_broad_phase_init(&finder->phase);
    bl_run_trees_init(&finder->rods);
}

void bl_pair_finder_fini(bl_pair_finder* finder)
{
    bl_broad_phase_fini(&finder->phase);
    bl_run_trees_fini(&finder->rods);
    arrfree(finder->kept);
    arrfree(finder->mobility);
    arrfree(finder->planes);
    arrfree(finder->others);
}

void bl_pair_finder_forget(bl_pair_finder* finder)
{
    bl_broad_phase_clear(&finder->phase);
    bl_run_trees_forget(&finder->rods);
    finder->known = 0;
    finder->is_current = false;
}

static void drop(bl_pair_finder* finder, uint32_t index)
{
    if (bl_broad_phase_has(&finder->phase, index)) bl_broad_phase_remove(&finder->phase, index);
}

void bl_pair_finder_remove(bl_pair_finder* finder, uint32_t index, uint32_t last)
{
    drop(finder, index);
    drop(finder, last);
    finder->is_current = false;
}

void bl_pair_finder_judge_anew(bl_pair_finder* finder, uint32_t index)
{
    if (bl_broad_phase_has(&finder->phase, index)) bl_broad_phase_forget(&finder->phase, index);
}
