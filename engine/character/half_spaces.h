// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The point of a set of half-spaces that is nearest to another point.

#ifndef BELAY_ENGINE_CHARACTER_HALF_SPACES_H
#define BELAY_ENGINE_CHARACTER_HALF_SPACES_H

#include "belay/vec.h"

#include <stdbool.h>

// n . x >= least, n unit.
typedef struct bl_half_space {
    belay_vec3 n;
    double least;
} bl_half_space;

// Exact, but for rounding, in whatever order they are given, however nearly parallel. False when no point is in all: *x
// is then one that they have pushed to and fro, somewhere between them. Cost: O(count) for each half-space that presses
// on the way, which are a few.
bool bl_half_spaces_nearest(const bl_half_space* spaces, int count, belay_vec3 wanted, belay_vec3* x);

#endif
