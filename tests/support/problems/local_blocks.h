// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Random problems of one contact: blocks W of several kinds and free velocities, the same on every run.

#ifndef BELAY_TESTS_SUPPORT_PROBLEMS_LOCAL_BLOCKS_H
#define BELAY_TESTS_SUPPORT_PROBLEMS_LOCAL_BLOCKS_H

#include <stdint.h>

typedef struct random_source {
    uint64_t state; // not 0
} random_source;

// Uniform in [0, 1).
double random_unit(random_source* source);
// Uniform in [-1, 1).
double random_signed(random_source* source);

typedef enum block_kind {
    BLOCK_GOOD,         // symmetric, condition up to 5
    BLOCK_ILL,          // symmetric, condition 1 to 1e12
    BLOCK_RANK_2,       // symmetric, singular up to rounding
    BLOCK_RANK_1,       // the same
    BLOCK_NONSYMMETRIC, // positive definite plus an antisymmetric part of 1e-3
    BLOCK_UNCOUPLED,    // no coupling of the normal and the tangents
    BLOCK_COUPLED,      // symmetric with couplings of up to 3: often indefinite
    BLOCK_ANY,          // nine random numbers
    BLOCK_KINDS
} block_kind;

void random_block(random_source* source, block_kind kind, double w[9]);
// Approaching (b_N < 0), sometimes by very little; half of those of singular blocks consistent.
void random_free_velocity(random_source* source, block_kind kind, const double w[9], double b[3]);

#endif
