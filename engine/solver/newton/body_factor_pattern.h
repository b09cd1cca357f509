// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of the factorisation by bodies share: the graph of the links, and the order of elimination.

#ifndef BELAY_ENGINE_SOLVER_BODY_FACTOR_PATTERN_H
#define BELAY_ENGINE_SOLVER_BODY_FACTOR_PATTERN_H

#include "solver/newton/body_factor.h"

// Neighbours of each body, ascending: those of v are neighbour[start[v]] ... neighbour[start[v + 1] - 1].
typedef struct bl_body_graph {
    uint32_t n;
    uint32_t* start; // [n + 1]
    uint32_t* neighbour;
} bl_body_graph;

// What one elimination costs.
typedef struct bl_body_cost {
    double flops;
    uint64_t blocks; // below the diagonal
} bl_body_cost;

// A step whose column has d blocks below the diagonal updates d^2 blocks (2 6^3 each), divides 2 d by a triangle (6^3
// each) and factors one (2/3 6^3).
static inline double bl_body_step_flops(uint32_t d)
{
    return 432.0 * (double)d * ((double)d + 1.0) + 144.0;
}

// Numbers of uint32 that bl_body_order needs to work with, per body.
#define BL_BODY_ORDER_WORK 17

// Fills order[n] by approximate minimum degree and destroys `neighbour`. Stops as soon as the cost is more than
// max_flops, or more blocks are counted than fit an int32. `work` must be zero.
//
// *members grows by the allocator; false when it cannot.
bool bl_body_order(bl_body_graph* graph, uint32_t* order, uint32_t* work, uint32_t** members, double max_flops,
                   bl_body_cost* cost, const belay_allocator* allocator);

#endif
