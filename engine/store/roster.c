// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/parts/roster.h"

#include "core/alloc.h"
#include "core/assert.h"

#include <string.h>

// Room for all there is was made by bl_roster_begin.
void bl_roster_add(bl_roster* roster, uint32_t index)
{
    if ((ptrdiff_t)index >= arrlen(roster->left)) return;
    if (roster->left[index] == 0) {
        BELAY_ASSERT(arrlen(roster->indices) < (ptrdiff_t)arrcap(roster->indices));
        roster->is_ordered = roster->is_ordered && (arrlen(roster->indices) == 0 || arrlast(roster->indices) < index);
        arrput(roster->indices, index);
    }
    roster->left[index] = BL_ROSTER_STEPS;
}

// Most marks are 0: eight at a time.
void bl_roster_order(bl_roster* roster)
{
    if (roster->is_ordered) return;
    uint32_t count = (uint32_t)arrlen(roster->left), begin = 0;
    arrsetlen(roster->indices, 0);
    while (begin < count) {
        uint64_t eight = 0;
        uint32_t end = begin + 8 < count ? begin + 8 : count;
        memcpy(&eight, roster->left + begin, end - begin);
        for (uint32_t i = begin; eight != 0 && i < end; i++)
            if (roster->left[i] != 0) arrput(roster->indices, i);
        begin = end;
    }
    roster->is_ordered = true;
}

bool bl_roster_begin(bl_roster* roster, uint32_t body_count, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(roster->indices, body_count + 1, allocator, &ok);
    BL_ARRAY_RESERVE(roster->left, body_count + 1, allocator, &ok);
    if (!ok) return false;
    uint32_t known = roster->is_all ? 0 : (uint32_t)arrlen(roster->left);
    if (roster->is_all || known != body_count) roster->is_ordered = false; // new ones, or some that are gone
    arrsetlen(roster->left, body_count);
    for (uint32_t i = known; i < body_count; i++)
        roster->left[i] = BL_ROSTER_STEPS;
    roster->is_all = false;
    bl_roster_order(roster);
    return true;
}

void bl_roster_fini(bl_roster* roster)
{
    arrfree(roster->indices);
    arrfree(roster->left);
}
