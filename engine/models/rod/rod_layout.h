// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How the arrays of a rod lie in its state and scratch.

#ifndef BELAY_ENGINE_MODELS_ROD_ROD_LAYOUT_H
#define BELAY_ENGINE_MODELS_ROD_ROD_LAYOUT_H

#include <stddef.h>

// Hands out doubles from a block; only counts them when the block is null.
typedef struct bl_rod_layout {
    double* base;
    size_t used;
} bl_rod_layout;

static inline void* bl_rod_take(bl_rod_layout* layout, size_t doubles)
{
    double* at = layout->base != NULL ? layout->base + layout->used : NULL;
    layout->used += doubles;
    return at;
}

#endif
