// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods with so many rows that W = H Mhat^-1 H^T, of as many numbers as rows times rows, is not formed: a rope that lies
// on the ground, or in a pile there. What impulses have changed of the velocities of the rod's dofs is carried along
// instead of the velocities of its rows. A row then looks at the few dofs that it touches, and an impulse on it costs a
// substitution with the band matrix Mhat, in proportion to the rod's length; of a model whose Mhat is no band matrix,
// the rows' columns of Mhat^-1 H^T are kept. An element that touches the rod at one place needs of Mhat^-1 no more than
// what is within its band, which is there for all of them at the cost of a factorisation. Of one that touches it at two
// places, as strands do that lie on each other, the block takes substitutions.

#ifndef BELAY_ENGINE_SOLVER_ROWS_ROD_MATRIX_FREE_H
#define BELAY_ENGINE_SOLVER_ROWS_ROD_MATRIX_FREE_H

#include "solver/rows/rod_row.h"

#include <stdbool.h>

// Rows of one rod up to which it has W (18 MB), and up to which in any case: there W costs next to nothing.
#define BL_ROD_MAX_W_ROWS 1500
#define BL_ROD_FEW_ROWS 60
// Right-hand sides that are solved for together, for a block of W.
#define BL_ROD_MATRIX_FREE_LANES 8

static inline bool bl_rod_is_matrix_free(const bl_rod_coupling* c)
{
    return c->w == NULL;
}

// Of an element's rows on the side of a rod. x: dofs from c->origin on.
// u += H x
void bl_rod_matrix_free_read(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, const double* x,
                             double* u);
// x += H^T r
void bl_rod_matrix_free_load(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, const double* r,
                             double* x);
// v += Mhat^-1 H^T dr
void bl_rod_matrix_free_apply(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, const double* dr);
// x = Mhat^-1 H^T of one row of the element, the row-th.
void bl_rod_matrix_free_column(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, uint32_t row,
                               double* x);
// block += H Mhat^-1 H^T, count x count
void bl_rod_matrix_free_block(const bl_rod_coupling* c, const bl_rod_side* side, uint32_t count, double* block);
// v of all such rods of the set, anew from the impulses of all elements.
void bl_rod_matrix_free_refresh(const bl_rod_set* set);
// Floating-point operations of an impulse on `count` rows, with W or without.
double bl_rod_apply_flops(const bl_rod_coupling* c, uint32_t count);

#endif
