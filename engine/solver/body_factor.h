// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sparse L U of matrices of 6x6 blocks, one row and column of blocks per body: the structure is that of who touches
// whom, and symmetric; the values need not be. Made for Newton's method on bodies: M + H^T D H, whose diagonal blocks
// hold the masses, so that pivots are taken inside of the diagonal blocks alone.
//
// Order of elimination: minimum degree on the graph of the bodies. Chains, arches and walls fill in little; a heap of
// bodies in space fills in much, which the estimate tells before anything is spent.

#ifndef BELAY_ENGINE_SOLVER_BODY_FACTOR_H
#define BELAY_ENGINE_SOLVER_BODY_FACTOR_H

#include "belay/base.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct bl_body_link {
    uint32_t a, b; // a < b, numbers of bodies
} bl_body_link;

// All arrays are stb_ds arrays that keep their memory from use to use. A zeroed struct is a valid empty one.
typedef struct bl_body_factor {
    uint32_t n;          // bodies
    double flops;        // of one factorisation, an estimate from the pattern
    bl_body_link* links; // those that the present pattern was found for, sorted, each once
    // The rest is private to body_factor*.c.
    struct bl_body_pattern* pattern;
    double* values;
    double* work;
} bl_body_factor;

typedef enum bl_body_factor_status {
    BL_BODY_FACTOR_READY,
    BL_BODY_FACTOR_TOO_COSTLY, // more than max_flops
    BL_BODY_FACTOR_NO_MEMORY,
} bl_body_factor_status;

// Finds order and pattern for `n` bodies joined by the links (any order, doubled ones allowed; sorted in place). Nothing is done
// when they are those of the last call. Allocates only to grow. Gives up as soon as the cost passes max_flops.
bl_body_factor_status bl_body_factor_analyse(bl_body_factor* factor, uint32_t n, bl_body_link* links,
                                             uint32_t link_count, double max_flops, const belay_allocator* allocator);
void bl_body_factor_fini(bl_body_factor* factor);

// Sets all values to zero.
void bl_body_factor_clear(bl_body_factor* factor);
// Adds a 6x6 block (row-major) at (i, j): i = j or a link joins them.
void bl_body_factor_add(bl_body_factor* factor, uint32_t i, uint32_t j, const double block[36]);
// Factors in place. False when a pivot is zero or not finite: the factors are then of no use.
bool bl_body_factor_run(bl_body_factor* factor);
// x = A^-1 b, 6 n numbers each; x may be b.
void bl_body_factor_solve(const bl_body_factor* factor, const double* b, double* x);

#endif
