// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Splitting a problem into parts that do not influence each other: the connected components of bodies joined by
// contacts. Bodies that nothing can move join nothing.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_ISLANDS_H
#define BELAY_ENGINE_SOLVER_SWEEP_ISLANDS_H

#include <stdbool.h>
#include <stdint.h>

// Union-find over bodies, and the contacts grouped by component. The arrays belong to the caller.
typedef struct bl_islands {
    uint32_t* parent;     // per body
    uint32_t* number;     // per body: island number of a root, UINT32_MAX for none
    uint32_t* of_contact; // per contact: its island
    uint32_t* begin;      // per island and one more: first index in `order`
    uint32_t* order;      // contact indices, island by island, in each in the order in which they were given
    uint32_t count;
} bl_islands;

typedef struct bl_body_pair {
    uint32_t a, b;
    bool a_moves, b_moves; // whether impulses can move them; at least one is true
} bl_body_pair;

// Fills the islands. Room: for parent and number all bodies, `contact_count` for of_contact and order,
// `contact_count` + 1 for begin. Islands are numbered by their first contact. Writes parent and number of bodies in
// pairs alone. O(contacts), nearly.
void bl_islands_build(bl_islands* islands, const bl_body_pair* pairs, uint32_t contact_count);

// A body in no pair: its own root, of no island.
static inline void bl_islands_set_alone(bl_islands* islands, uint32_t body)
{
    islands->parent[body] = body;
    islands->number[body] = UINT32_MAX;
}

#endif
