// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sorting of key pairs against a simple sort, and its stability.

#include "core/sort.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

#define MAX_COUNT 3000

static uint64_t next_random(uint64_t* state)
{
    uint64_t high = chance_whole(state);
    return high << 31 | chance_whole(state);
}

static bool is_after(const bl_key_pair* a, const bl_key_pair* b)
{
    return a->major != b->major ? a->major > b->major : a->minor > b->minor;
}

// Bubble sort: stable by its nature.
static void sort_simply(bl_key_pair* pairs, size_t count)
{
    for (bool swapped = true; swapped;) {
        swapped = false;
        for (size_t i = 1; i < count; i++) {
            if (!is_after(&pairs[i - 1], &pairs[i])) continue;
            bl_key_pair swap = pairs[i];
            pairs[i] = pairs[i - 1];
            pairs[i - 1] = swap;
            swapped = true;
        }
    }
}

static void check_sort(const bl_key_pair* start, size_t count, bool is_simple_too)
{
    static bl_key_pair sorted[MAX_COUNT + 1], scratch[MAX_COUNT + 1], right[MAX_COUNT];
    const bl_key_pair guard = {1, 2, 3, 4};
    memcpy(sorted, start, count * sizeof *start);
    sorted[count] = scratch[count] = guard;
    bl_key_pairs_sort(sorted, scratch, count);
    cr_assert_arr_eq(&sorted[count], &guard, sizeof guard, "wrote behind the end");
    cr_assert_arr_eq(&scratch[count], &guard, sizeof guard, "wrote behind the scratch");
    for (size_t i = 1; i < count; i++) {
        cr_assert_not(is_after(&sorted[i - 1], &sorted[i]));
        bool is_tie = !is_after(&sorted[i], &sorted[i - 1]);
        cr_assert(!is_tie || sorted[i - 1].first < sorted[i].first, "ties keep their order");
    }
    if (!is_simple_too) return;
    memcpy(right, start, count * sizeof *start);
    sort_simply(right, count);
    cr_assert_arr_eq(sorted, right, count * sizeof *right);
}

// Keys below `range`; `first` tells the order given, `second` belongs to the keys.
static void fill(bl_key_pair* pairs, size_t count, uint64_t range, uint64_t* state)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t major = next_random(state) % range, minor = next_random(state) % range;
        pairs[i] = (bl_key_pair){major, minor, (uint32_t)i, (uint32_t)(major * 31 + minor)};
    }
}

static void check_carried(const bl_key_pair* pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(pairs[i].second, (uint32_t)(pairs[i].major * 31 + pairs[i].minor));
}

Test(sort, random_pairs_agree_with_a_simple_sort)
{
    static bl_key_pair pairs[MAX_COUNT];
    const uint64_t ranges[] = {1, 2, 10, 1000, UINT64_MAX};
    uint64_t state = 1;
    for (size_t count = 0; count < 200; count++) {
        for (int k = 0; k < 5; k++) {
            fill(pairs, count, ranges[k], &state);
            check_sort(pairs, count, true);
        }
    }
}

Test(sort, long_lists)
{
    static bl_key_pair pairs[MAX_COUNT], scratch[MAX_COUNT];
    uint64_t state = 2;
    for (size_t count = 1000; count <= MAX_COUNT; count += 333) {
        fill(pairs, count, 40, &state);
        check_sort(pairs, count, false);
        bl_key_pairs_sort(pairs, scratch, count);
        check_carried(pairs, count);
    }
}

Test(sort, sorted_and_reversed_lists)
{
    static bl_key_pair pairs[MAX_COUNT];
    for (size_t count = 1; count < MAX_COUNT; count = 2 * count + 1) {
        for (size_t i = 0; i < count; i++)
            pairs[i] = (bl_key_pair){i / 3, i % 3, (uint32_t)i, 0};
        check_sort(pairs, count, false);
        for (size_t i = 0; i < count; i++)
            pairs[i] = (bl_key_pair){count - i, 0, (uint32_t)i, 0};
        check_sort(pairs, count, false);
    }
}

Test(sort, largest_keys)
{
    bl_key_pair pairs[] = {{UINT64_MAX, 0, 0, 0}, {0, UINT64_MAX, 1, 0}, {UINT64_MAX, UINT64_MAX, 2, 0}, {0, 0, 3, 0}};
    check_sort(pairs, 4, true);
}
