// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Newton's method for islands with rods: contacts and holds of rods, and the contacts and joints of the rigid bodies
// that they touch, with the Delassus operator of all their rows. The rows of a rod are strongly coupled (condition
// numbers of 1e9), so the sweeps of Gauss-Seidel, cheap as they are, converge slowly: thousands of them where this
// takes a few iterations.
//
// Full steps on the active sets of the natural map lead from proximal point to proximal point. Where the solution near
// the guess has ceased to exist (a strand has let go), and the way to the next one is long, the proximal points come
// close and follow the flow dr/dt = -F to it. Should that not arrive, the function of Fischer and Burmeister is tried
// (daviet2011, appendix A; newton_term.h), and between its tries De Saxce's shift is frozen, which leaves convex
// programs with one solution each (cadoux.h).
//
// Large islands, where contacts are far more than what they can press independently, are solved from inside of the
// cones after a few such steps (rod_interior.h); smaller ones where steps on active sets have not arrived.
//
// The linear system of a step is solved in the rods' own dofs, where it is sparse (rod_newton_sparse.h), or as a dense
// matrix in the rows where these are few, or a rod's matrix is full.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_ROD_NEWTON_H
#define BELAY_ENGINE_SOLVER_NEWTON_ROD_NEWTON_H

#include "belay/base.h"
#include "solver/newton/dense_newton.h"
#include "solver/newton/newton_term.h"
#include "solver/newton/rod_newton_sparse.h"
#include "solver/rows/row_set.h"

#define BL_ROD_NEWTON_MAX_ROWS 30000
#define BL_ROD_NEWTON_MAX_A_ROWS 1500    // up to here, where all rods have W, residuals are formed with a dense matrix
#define BL_BODY_ROWS_WITH_A 256          // most of bodies: with more, asking them costs less than a product of n^2
#define BL_ROD_NEWTON_MAX_DENSE_ROWS 480 // an iteration takes about 2 n^3 / 3 operations, n: the rows that are not open

// Laws of rows: those of rods (rod_row.h; a contact of rigid bodies is unilateral, a joint's block with a cap is
// bounded), and that of one row of a joint with its bounds (joint_row.h).
typedef enum bl_newton_law {
    BL_NEWTON_UNILATERAL = BL_ROD_UNILATERAL,
    BL_NEWTON_BILATERAL = BL_ROD_BILATERAL,
    BL_NEWTON_BOUNDED = BL_ROD_BOUNDED,
    BL_NEWTON_BOX
} bl_newton_law;

// Rows with one law, as the method sees them.
typedef struct bl_newton_group {
    bl_newton_law law;
    uint32_t element, first, count; // rows [first, first + count)
    uint32_t of_joint;              // of a joint: its rows begin with this one of the block
    double mu, weight, cap;         // cap: on the norm of the impulses; HUGE_VAL: none
    double lower, upper;            // of BL_NEWTON_BOX
    double scale;                   // of all but contacts: what is left of s in the natural map (rod_row.h)
    double size;                    // m/s, of turns rad/s: of what makes the target, which rounds by its last places
    double own;                     // what a proximal term is measured by: the mean of the diagonal of its own W
} bl_newton_group;

typedef struct bl_interior_step bl_interior_step; // rod_newton_internal.h

// Work space that keeps its memory. A zeroed one with the allocator set is valid.
typedef struct bl_rod_newton {
    const belay_allocator* allocator;
    bl_velocity* pushed;   // stb_ds array, by body: velocities by impulses alone
    bool is_out_of_memory; // set, and never cleared, by bl_rod_newton_begin
    uint32_t rows, stride; // of the island that was begun
    uint32_t* elements;    // stb_ds arrays: of the island
    bl_newton_group* groups;
    bool* is_open;
    bl_newton_term* terms;
    bl_interior_step* interior;
    double* numbers;
    uint32_t group_count;
    uint32_t most_rows, most_groups; // of all islands so far
    bl_rod_sparse sparse;
    double flops;                   // of an iteration
    bool has_a;                     // residuals are formed with a dense matrix
    bool is_prepared, is_assembled; // for the island of these groups; then only velocities may have changed
} bl_rod_newton;

void bl_rod_newton_fini(bl_rod_newton* newton);
// Gives it as much room as `other` has. False when memory runs out.
bool bl_rod_newton_grow_like(bl_rod_newton* newton, const bl_rod_newton* other, const belay_allocator* allocator);

// What was prepared for the last island is no longer good: its rows have changed.
void bl_rod_newton_forget(bl_rod_newton* newton);

// Prepares for an island, unless it is the last one and stands as it did. False when it has too many rows, or there is
// no memory.
bool bl_rod_newton_begin(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count);

// Makes room for all islands that are no more than BL_DENSE_NEWTON_MAX_CONTACTS contacts: those come to it now and then
// only, and a step is not to ask for memory then. False when there is none.
bool bl_rod_newton_reserve_small(bl_rod_newton* newton);
// Makes room for an island that may come to it later in the step: what is only needed now and then is to be there when
// it is. Does nothing when it has been begun for as many rows and groups before. False when there is no memory.
bool bl_rod_newton_reserve(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count);

typedef struct bl_rod_newton_limits {
    // Of the sum of squares of the natural map, m^2/s^2. What rounding leaves of impulses and targets is enough too.
    double goal;
    int max_iterations;
    double deadline_seconds; // on the clock of belay/timer.h, looked at a few times; 0: none
} bl_rod_newton_limits;

// Whether the island that was begun is a large one with rods and a sparse matrix, which is solved from inside of the
// cones (rod_interior.h). What is left then sweeps do not solve either.
bool bl_rod_newton_is_large(const bl_rod_newton* newton);

// Improves the impulses until the sum of squares of the natural map is at most the goal, or no further, for the island
// that was begun. The best iterate is kept, with every impulse obeying its bounds; velocities change with the impulses.
bl_dense_newton_report bl_rod_newton_solve(bl_rod_newton* newton, const bl_row_set* set, bl_velocity* velocities,
                                           const bl_rod_newton_limits* limits);

#endif
