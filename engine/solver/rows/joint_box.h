// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small dense problems with bounds, solved exactly: given s = A r + b, find r with
//     lower < r < upper: s = 0;     r = lower: s >= 0;     r = upper: s <= 0
// in each row. A need not be symmetric; when every principal minor is positive (its symmetric part is definite) there
// is one solution, and principal pivoting ends there.
//
// The tool is A with the roles of r and s exchanged in the rows of a set F ("free" rows, those held at s = 0): the
// matrix T that gives (dr_F, ds_rest) from (ds_F, dr_rest). With all rows free it is the inverse. Exchanging one more
// row costs n^2, and so does the answer to a new right-hand side, so a problem that is solved again and again with
// slightly different b (as sweeps do) costs n^2 each time.

#ifndef BELAY_ENGINE_SOLVER_ROWS_JOINT_BOX_H
#define BELAY_ENGINE_SOLVER_ROWS_JOINT_BOX_H

#include <stdbool.h>
#include <stdint.h>

#define BL_JOINT_BOX_MAX 12

typedef struct bl_joint_box {
    int n;
    const double* a;    // n^2, row-major
    double* t;          // n^2: A with the rows in `free` exchanged
    uint32_t free;      // bit per row
    uint32_t idle;      // bit per row: left out, r stays
    uint32_t exchanges; // made on t since it was a copy of A
    double lower[BL_JOINT_BOX_MAX], upper[BL_JOINT_BOX_MAX];
    double r[BL_JOINT_BOX_MAX], s[BL_JOINT_BOX_MAX]; // now; s = A r + b holds throughout
} bl_joint_box;

// The rows that cannot be served: no pivot is left on them once the rows of `equality` are exchanged, one after the
// other (of two equality rows that depend on each other, the later one).
uint32_t bl_joint_box_find_idle(int n, const double* a, uint32_t equality);

// t = A with the rows of `free` exchanged.
void bl_joint_box_set_free(bl_joint_box* box, uint32_t free);

// Changes r by what brings s to zero in the free rows, the other rows' r held: the whole solve when every row that is
// not idle is an equality. Writes r alone.
void bl_joint_box_solve_free(bl_joint_box* box);

// Solves the problem with bounds, starting from r and s. False when pivoting did not end, or ended on vanishing pivots
// (A has no definite symmetric part), in which case r is what sweeping left: within the bounds, but not exact.
bool bl_joint_box_solve(bl_joint_box* box);

#endif
