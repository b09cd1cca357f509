// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/islands.h"

#include "core/assert.h"

static uint32_t find_root(uint32_t* parent, uint32_t x)
{
    BELAY_ASSERT(parent[x] <= x);
    while (parent[x] != x) {
        parent[x] = parent[parent[x]]; // path halving
        x = parent[x];
    }
    return x;
}

static void join_pairs(bl_islands* islands, const bl_body_pair* pairs, uint32_t contact_count)
{
    for (uint32_t i = 0; i < contact_count; i++) {
        if (!pairs[i].a_moves || !pairs[i].b_moves) continue;
        uint32_t a = find_root(islands->parent, pairs[i].a);
        uint32_t b = find_root(islands->parent, pairs[i].b);
        // The smaller index becomes the root, so that the result does not depend on the order of joining.
        if (a < b)
            islands->parent[b] = a;
        else
            islands->parent[a] = b;
    }
}

static void number_islands(bl_islands* islands, const bl_body_pair* pairs, uint32_t contact_count)
{
    islands->count = 0;
    for (uint32_t i = 0; i < contact_count; i++) {
        uint32_t root = find_root(islands->parent, pairs[i].a_moves ? pairs[i].a : pairs[i].b);
        if (islands->number[root] == UINT32_MAX) {
            islands->begin[islands->count] = 0;
            islands->number[root] = islands->count++;
        }
        islands->of_contact[i] = islands->number[root];
        islands->begin[islands->of_contact[i]]++;
    }
}

// A counting sort by island: `begin` holds counts on entry, first indices on return.
static void group_contacts(bl_islands* islands, uint32_t contact_count)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < islands->count; k++) {
        sum += islands->begin[k];
        islands->begin[k] = sum;
    }
    islands->begin[islands->count] = sum;
    for (uint32_t i = contact_count; i-- > 0;)
        islands->order[--islands->begin[islands->of_contact[i]]] = i;
}

void bl_islands_build(bl_islands* islands, const bl_body_pair* pairs, uint32_t contact_count)
{
    for (uint32_t i = 0; i < contact_count; i++) {
        bl_islands_set_alone(islands, pairs[i].a);
        bl_islands_set_alone(islands, pairs[i].b);
    }
    join_pairs(islands, pairs, contact_count);
    number_islands(islands, pairs, contact_count);
    group_contacts(islands, contact_count);
}
