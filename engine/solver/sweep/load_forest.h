// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts along which a pile carries its load: of each body those with the body that it is pressed against most
// and those with what cannot be moved. A strongest neighbour of a strongest neighbour ... never leads round in a
// circle, so bodies and these contacts form trees: towers, and the chains of force in a pile. Equations on a tree are
// solved in a number of operations proportional to its size, however long it is.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_LOAD_FOREST_H
#define BELAY_ENGINE_SOLVER_SWEEP_LOAD_FOREST_H

#include "belay/base.h"
#include "solver/rows/row_set.h"

// Work space that keeps its memory. A zeroed one with the allocator set is valid. Arrays are stb_ds arrays.
typedef struct bl_load_forest {
    const belay_allocator* allocator;
    double* strongest;   // by body: the normal impulses exchanged with that neighbour, N s
    uint32_t* neighbour; // by body: first of these contacts, as an index in the order given
    uint32_t* parent;    // by body, of the union of trees
    uint32_t* number;    // by body: of the tree of which it is the root
    uint32_t* tree_of;   // by contact of the order given; UINT32_MAX: in none
    uint32_t* elements;  // tree by tree, in each in the order given
    uint32_t* begin;     // per tree and one more: first index in `elements`
    uint32_t count;      // trees
    double load_share;   // of all normal impulses, those in trees
} bl_load_forest;

void bl_load_forest_fini(bl_load_forest* forest);
// Gives it as much room as `other` has. False when memory runs out.
bool bl_load_forest_grow_like(bl_load_forest* forest, const bl_load_forest* other, const belay_allocator* allocator);

// Finds the trees among the contacts named by `order` by their present impulses. Contacts of one pair of bodies stand
// one after the other. False when there is no memory.
bool bl_load_forest_make(bl_load_forest* forest, const bl_row_set* set, const uint32_t* order, uint32_t count);

#endif
