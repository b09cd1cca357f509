// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The semismooth Newton method of dense_newton.h for islands with rods: contacts and holds of rods and contacts of the
// rigid bodies that they touch, with the Delassus operator of all their rows as one dense matrix. The rows of a rod are
// strongly coupled, so the sweeps of Gauss-Seidel, cheap as they are, converge slowly: hundreds of them where this
// takes two or three iterations.

#ifndef BELAY_ENGINE_SOLVER_ROD_NEWTON_H
#define BELAY_ENGINE_SOLVER_ROD_NEWTON_H

#include "belay/base.h"
#include "solver/dense_newton.h"
#include "solver/row_set.h"

#define BL_ROD_NEWTON_MAX_ROWS 240 // an iteration takes about n^3 / 2 operations

// Rows with one law, as the method sees them.
typedef struct bl_newton_group {
    bl_rod_law law;
    uint32_t element, first, count; // rows [first, first + count)
    double mu, weight, cap;         // cap: on the norm of the impulses; HUGE_VAL: none
    double scale;                   // of a hold: what is left of s in its natural map (rod_row.h)
} bl_newton_group;

// Work space that keeps its memory. A zeroed one with the allocator set is valid.
typedef struct bl_rod_newton {
    const belay_allocator* allocator;
    bool is_out_of_memory;   // set, and never cleared, by bl_rod_newton_begin
    uint32_t rows, stride;   // of the island that was begun
    bl_newton_group* groups; // stb_ds arrays
    bool* is_open;
    double* numbers;
    uint32_t group_count;
} bl_rod_newton;

void bl_rod_newton_fini(bl_rod_newton* newton);

// Prepares for an island. False when it has too many rows, or joints between rigid bodies, or there is no memory.
bool bl_rod_newton_begin(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count);

// Improves the impulses until the sum of squares of the natural map is at most `goal`, or no further, for the island
// that was begun. The best iterate is kept, with every impulse obeying its bounds; velocities change with the impulses.
bl_dense_newton_report bl_rod_newton_solve(bl_rod_newton* newton, const bl_row_set* set, bl_velocity* velocities,
                                           double goal, int max_iterations);

#endif
