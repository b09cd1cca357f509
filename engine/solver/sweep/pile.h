// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What carries load through a large pile while sweeps see to the rest: sweeps tell a contact of its neighbours, and an
// impact at the top of fifty layers needs thousands of them to be felt at the bottom. So between sweeps all pairs of
// bodies are scaled together (pair_scale.h), which finds how much is carried; then, tree by tree of the contacts that
// carry most (load_forest.h), Newton's method finds how it is carried, with all else held. Both keep every impulse in
// its cone.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_PILE_H
#define BELAY_ENGINE_SOLVER_SWEEP_PILE_H

#include "core/workers.h"
#include "solver/newton/body_newton.h"
#include "solver/sweep/load_forest.h"
#include "solver/sweep/pair_scale.h"

// What was done to a tree.
typedef struct bl_tree_report {
    int64_t work;
    int newton_iterations;
    bool is_out_of_memory; // nothing was done
} bl_tree_report;

// Work space that keeps its memory. A zeroed one with the allocator set is valid. Arrays are stb_ds arrays.
typedef struct bl_pile {
    const belay_allocator* allocator;
    bl_pair_scale scale;
    bl_load_forest forest;
    bl_body_newton newton;          // for one tree after the other
    bl_body_newton* worker_newtons; // where workers share the trees: by worker
    bl_tree_report* reports;        // likewise: by tree
} bl_pile;

void bl_pile_fini(bl_pile* pile);

// Gives it as much room as `other` has. False when memory runs out.
bool bl_pile_grow_like(bl_pile* pile, const bl_pile* other, const belay_allocator* allocator);

// Whether most of the contacts named by `order` are those of faces, three or more to a pair of bodies. Balls turn out
// of the way of a load, and sweeps do as well for them.
bool bl_pile_has_faces(const bl_row_set* set, const uint32_t* order, uint32_t count);

// Carries the load once through the contacts named by `order`; there are no joints among them. `goal`: the square of
// the natural map below which nothing needs to be done; trees go by their share of it. Sets `tree_share` to the part of
// the load that the trees have. The trees are shared by `workers` (null: the calling thread), with the same bits
// whatever their number. Adds to `work` (in contacts of a sweep, as its equal in time) and `newton_iterations`.
// False when there is no memory.
bool bl_pile_carry(bl_pile* pile, const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                   double goal, bl_workers* workers, double* tree_share, int64_t* work, int* newton_iterations);

#endif
