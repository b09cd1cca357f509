// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sorting pairs of 64-bit keys without allocating (qsort may allocate, and says nothing of its order).

#ifndef BELAY_ENGINE_CORE_SORT_H
#define BELAY_ENGINE_CORE_SORT_H

#include <stddef.h>
#include <stdint.h>

typedef struct bl_key_pair {
    uint64_t major, minor;  // sorted by
    uint32_t first, second; // carried along
} bl_key_pair;

// Sorts ascending and stably; `scratch` has room for `count` elements. O(n log n); O(n) when nearly sorted and short.
void bl_key_pairs_sort(bl_key_pair* pairs, bl_key_pair* scratch, size_t count);

#endif
