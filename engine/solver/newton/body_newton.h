// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A semismooth Newton method on the velocities of an island's bodies: what the sweeps of Gauss-Seidel take thousands of
// turns for (arches, walls, chains with a heavy end) in a dozen factorisations of the size of the bodies.
//
// With the active sets of the scaled natural map (the function of Alart and Curnier; bertails2011, secs. 4.2-4.3), one
// proximal step (solver/library/method_proximal.c) linearised at the present impulses reads, element by element,
//     dr = D - G du,      du = H dv,      M dv = F^T dr
// (F: where impulses act, H: where slip is measured), so that
//     (M + F^T G H) dv = F^T D
// is a system of the size of the bodies, with the structure of who touches whom. The proximal term alpha w keeps G
// finite (it is about 1 / (alpha w) on what sticks) where W is singular.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_BODY_NEWTON_H
#define BELAY_ENGINE_SOLVER_NEWTON_BODY_NEWTON_H

#include "solver/newton/block_lu.h"
#include "solver/newton/dense_newton.h"
#include "solver/rows/row_set.h"

// G and D of an element's rows at the present impulses.
typedef struct bl_newton_block {
    double g[9]; // 3x3 of a contact; of a joint's rows the diagonal stands in g[0] of a block each
    double d[3];
} bl_newton_block;

// Work space that keeps its memory. A zeroed one with the allocator set is valid.
typedef struct bl_body_newton {
    const belay_allocator* allocator;
    bl_block_lu factor;
    bool is_out_of_memory; // set, and never cleared, by bl_body_newton_begin
    // stb_ds arrays
    uint32_t* local;  // by body: number in the island + 1; 0: not in it
    uint32_t* bodies; // of the island
    bl_block_link* links;
    bl_newton_block* blocks; // by element of the island; of a joint one per row
    double* r;               // the iterate, impulses one after the other
    double* best;
    double* first;             // impulses when a solve begins, ...
    bl_velocity* first_motion; // ... and the velocities that belong to them
    double* direction;
    double* x;            // right-hand side, then dv
    belay_mat33* inertia; // by body of the island: inverse of the response; zero where it does not turn
    bl_velocity* base;    // by body of the island: velocities that belong to r
} bl_body_newton;

void bl_body_newton_fini(bl_body_newton* newton);

// Gives it as much room as `other` has. False when memory runs out.
bool bl_body_newton_grow_like(bl_body_newton* newton, const bl_body_newton* other, const belay_allocator* allocator);

// Prepares for an island: numbers its bodies, finds the order of elimination. False when that would cost more than
// max_flops for one factorisation, or there is no memory for it.
bool bl_body_newton_begin(bl_body_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count,
                          double max_flops);

// Improves the impulses until the sum of squares of the scaled natural map is at most `goal`, or no further, for the
// island that was begun; also when `patience` iterations have not brought the residual down to a tenth. The best
// iterate is kept, with every impulse in its cone; the velocities change with the impulses.
bl_dense_newton_report bl_body_newton_solve(bl_body_newton* newton, const bl_row_set* set, const uint32_t* order,
                                            uint32_t count, bl_velocity* velocities, double goal, int max_iterations,
                                            int patience);

#endif
