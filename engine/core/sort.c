// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "core/sort.h"

#include <stdbool.h>
#include <string.h>

#define RUN 16 // shorter stretches are sorted by insertion

static bool is_before(const bl_key_pair* a, const bl_key_pair* b)
{
    return a->major != b->major ? a->major < b->major : a->minor < b->minor;
}

static void sort_by_insertion(bl_key_pair* pairs, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        bl_key_pair x = pairs[i];
        size_t j = i;
        for (; j > 0 && is_before(&x, &pairs[j - 1]); j--)
            pairs[j] = pairs[j - 1];
        pairs[j] = x;
    }
}

static void merge(const bl_key_pair* from, bl_key_pair* to, size_t begin, size_t middle, size_t end)
{
    size_t a = begin, b = middle;
    for (size_t k = begin; k < end; k++)
        to[k] = a < middle && (b >= end || !is_before(&from[b], &from[a])) ? from[a++] : from[b++];
}

void bl_key_pairs_sort(bl_key_pair* pairs, bl_key_pair* scratch, size_t count)
{
    for (size_t i = 0; i < count; i += RUN)
        sort_by_insertion(pairs + i, count - i < RUN ? count - i : RUN);
    bl_key_pair *from = pairs, *to = scratch;
    for (size_t width = RUN; width < count; width *= 2) {
        for (size_t i = 0; i < count; i += 2 * width) {
            size_t middle = i + width < count ? i + width : count;
            size_t end = i + 2 * width < count ? i + 2 * width : count;
            merge(from, to, i, middle, end);
        }
        bl_key_pair* swap = from;
        from = to;
        to = swap;
    }
    if (from != pairs) memcpy(pairs, from, count * sizeof *pairs);
}
