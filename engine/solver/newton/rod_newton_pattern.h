// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the sparse matrix of rods (rod_newton_sparse.h) has elements: which dofs stand in which block, and which blocks
// a group couples.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_ROD_NEWTON_PATTERN_H
#define BELAY_ENGINE_SOLVER_NEWTON_ROD_NEWTON_PATTERN_H

#include "solver/newton/rod_newton_sparse.h"

// Dofs in a block. Of rods four, as a node of most models has: place and twist. A body alone is one block of six;
// beside rods two, of which it fills three each.
#define BL_ROD_BLOCK 4
#define BL_BODY_BLOCK 6
#define BL_MOST_OF_BLOCK 6

// Doubles of a group among the terms.
enum { BL_ROD_SPARSE_TERM = BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS + 9 + BL_ROD_MAX_ROWS };

static inline uint32_t bl_rod_sparse_blocks_of_rod(const bl_rod_coupling* c)
{
    return (c->origin + c->factor.size - c->from + BL_ROD_BLOCK - 1) / BL_ROD_BLOCK;
}

// Whether Mhat has elements between the dofs of block `a` of a rod and those of block `b`, a <= b.
static inline bool bl_rod_sparse_are_banded(const bl_rod_coupling* c, uint32_t a, uint32_t b)
{
    uint32_t first = c->from - c->origin, last = first + BL_ROD_BLOCK * (a + 1) - 1;
    return first + BL_ROD_BLOCK * b < (last & ~(uint32_t)3) + c->factor.bandwidth;
}

#endif
