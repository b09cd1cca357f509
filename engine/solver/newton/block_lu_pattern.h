// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of the block factorisation share: the graph of the links, and the order of elimination.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_BLOCK_LU_PATTERN_H
#define BELAY_ENGINE_SOLVER_NEWTON_BLOCK_LU_PATTERN_H

#include "solver/newton/block_lu.h"

// Neighbours of each node, ascending: those of v are neighbour[start[v]] ... neighbour[start[v + 1] - 1].
typedef struct bl_block_graph {
    uint32_t n;
    uint32_t* start; // [n + 1]
    uint32_t* neighbour;
} bl_block_graph;

// What one elimination costs.
typedef struct bl_block_cost {
    double flops;
    uint64_t blocks; // below the diagonal
} bl_block_cost;

// A step whose column has d blocks of `size` rows below the diagonal updates d^2 blocks (2 size^3 each), divides 2 d by
// a triangle (size^3 each) and factors one (2/3 size^3).
static inline double bl_block_lu_step_flops(uint32_t size, uint32_t d)
{
    double cube = (double)size * size * size;
    return 2.0 * cube * (double)d * ((double)d + 1.0) + 2.0 * cube / 3.0;
}

// Numbers of uint32 that bl_block_order needs to work with, per node.
#define BL_BLOCK_ORDER_WORK 17

// Fills order[n] by approximate minimum degree and destroys `neighbour`. Stops as soon as the cost, with `size` rows a
// block, is more than max_flops, or more blocks are counted than fit an int32. `work` must be zero.
//
// *members grows by the allocator; false when it cannot.
bool bl_block_order(bl_block_graph* graph, uint32_t size, uint32_t* order, uint32_t* work, uint32_t** members,
                    double max_flops, bl_block_cost* cost, const belay_allocator* allocator);

#endif
