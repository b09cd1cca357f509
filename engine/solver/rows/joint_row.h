// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints as the solver sees them: blocks of scalar rows between two bodies. A block is solved exactly, with the full
// inverse of its matrix, when Gauss-Seidel comes to it.
//
// Row i of a block: u_i = l_i . (vA - vB) + aa_i . wA - ab_i . wB, and an impulse r_i changes vA by l_i r_i / mA, wA by
// IA^-1 aa_i r_i, and B's by the opposite with ab_i. With s_i = u_i - target_i + softness_i r_i the law of a row is
//     lower < r < upper: s = 0;     r = lower: s >= 0;     r = upper: s <= 0
// (equality: infinite bounds; a limit: 0 and infinity; a motor: its force times h; a spring: softness > 0). A block of
// three rows may have a cap on the norm of r instead of bounds on each: |r| <= cap, and at the cap s is opposed to r.
//
// The world as body B is the body behind the last one: velocities has a place for it, which holds zeros.
//
// A row that no impulse of its block can serve is idle: its impulse stays what it is, and the natural map leaves it
// out. These are rows on which W is zero (a turn of two bodies that cannot turn) and rows that depend on the equality
// rows before them.

#ifndef BELAY_ENGINE_SOLVER_ROWS_JOINT_ROW_H
#define BELAY_ENGINE_SOLVER_ROWS_JOINT_ROW_H

#include "solver/rows/contact_row.h"

#define BL_JOINT_MAX_ROWS 12

typedef struct bl_joint_row {
    belay_vec3 linear, angular_a, angular_b; // l, aa, ab
    belay_vec3 beyond_b;                     // m: of B beyond l; zero of all but pulleys
    belay_vec3 ia, ib;                       // IA^-1 aa, IB^-1 ab
    double target, lower, upper, softness;
    double before, chord, error, lead, stored; // the caller's own
    double r;                                  // impulse: the iterate; within the bounds
    uint32_t slot, kind;                       // the caller's own
} bl_joint_row;

typedef struct bl_joint_block {
    uint32_t body_a, body_b;
    uint32_t first; // of its rows in the array of rows
    uint32_t count; // 1 to BL_JOINT_MAX_ROWS
    uint32_t at; // of its matrices in the array of doubles: A = W + diag(softness), count^2 row-major, then A with the
                 // roles of r and s exchanged in the rows that are free (joint_box.h), count^2
    uint32_t owner; // the caller's own
    uint32_t flags; // private to joint_row.c
    uint32_t free;  // bit per row: exchanged
    uint32_t idle;  // bit per row: idle
    double inverse_mass_a, inverse_mass_b;
    double cap;    // HUGE_VAL: none
    double weight; // mean of the diagonal of W: the scale of its residual
} bl_joint_block;

// A set of blocks with their rows and matrices. Arrays belong to the caller.
typedef struct bl_joint_set {
    bl_joint_block* blocks;
    bl_joint_row* rows;
    double* matrices;
} bl_joint_set;

// From geometry and responses: fills ia, ib of the rows, the matrices, weight and flags. body, first, count, at, cap
// and the rest of the rows are set before.
void bl_joint_block_init(const bl_joint_set* set, uint32_t block, const bl_response* response_a,
                         const bl_response* response_b);

// Fits the block to other bounds of its rows (and targets and impulses), with the matrices that it has.
void bl_joint_block_rebound(const bl_joint_set* set, uint32_t block);

// The velocities u of a block's rows.
void bl_joint_block_velocity(const bl_joint_set* set, uint32_t block, const bl_velocity* velocities, double* u);

// Adds impulses dr (one per row) to the bodies' velocities; the rows' r are left alone.
void bl_joint_block_apply(const bl_joint_set* set, uint32_t block, const double* dr, bl_velocity* velocities);

// Solves the block for the present velocities and applies the change. Returns |weight dr|^2, the measure of the change.
double bl_joint_block_solve(const bl_joint_set* set, uint32_t block, bl_velocity* velocities);

// The scaled natural map of the block: sum over its rows of (weight r - P(weight r - s'))^2, P the projection on bounds
// or cap, s' = s W_ii / A_ii (of a capped block the ratio of the traces). The law is the same with s' for s, and s' is
// in the units of the velocity even where a soft spring makes the target huge.
double bl_joint_block_natural_squared(const bl_joint_set* set, uint32_t block, const bl_velocity* velocities);

// What the natural map is compared with: the sum of squares of the velocities that each row by itself would change u
// by, starting from velocities without any impulse. Nothing for a limit that is far, no more than its force for a
// motor.
double bl_joint_block_free_squared(const bl_joint_set* set, uint32_t block, const bl_velocity* velocities);

#endif
