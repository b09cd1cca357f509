// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints during a step. Written by step/assemble/; impulses in the rows by all that solves.

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_JOINTS_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_JOINTS_H

#include "solver/rows/joint_row.h"
#include "solver/sweep/islands.h"

// Of locked rows (models/joint_constraints.h): the squares of u- and of the chords over the response of each row, and r
// . u- with the impulses of the last step; J.
typedef struct bl_lock_sizes {
    double before, chord, both, work;
} bl_lock_sizes;

typedef struct bl_joint_scratch {
    bl_joint_set set;          // stb_ds arrays
    bl_lock_sizes* lock_sizes; // by body: of the joints that hang together, at the root of them
    uint32_t* group;           // by body: what is joined has the same number, what is anchored that of the ground
    uint32_t block_count;
    bl_body_pair* loose; // of joints that hold nothing in this step: within their limits, say
    uint32_t loose_count;
    double* free;                 // by block: |u_free - target|^2
    double* recovery_asked;       // by block: the sum of squares of what its rows are asked for
    bl_joint_set recovery_joints; // the same blocks for the recovery of position
} bl_joint_scratch;

#endif
