// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A semismooth Newton method on the scaled natural map's active sets (the function of Alart and Curnier; bertails2011,
// secs. 4.2-4.3) for small groups of contacts, with the Delassus operator assembled as one dense matrix. It finishes
// what Gauss-Seidel leaves: contacts of one body that pass a squeezing force back and forth converge slowly there, and
// in a handful of Newton iterations here.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_DENSE_NEWTON_H
#define BELAY_ENGINE_SOLVER_NEWTON_DENSE_NEWTON_H

#include "solver/rows/row_set.h"

#include <stdbool.h>

#define BL_DENSE_NEWTON_MAX_CONTACTS 12 // cost grows with the cube; 12 contacts take about 10 us an iteration

typedef struct bl_dense_newton_report {
    int iterations;
    double natural_squared; // of the impulses returned, in m^2/s^2
    bool is_hopeless;       // it is far from the goal and stands still: no impulses seem to obey the law
} bl_dense_newton_report;

// Improves the impulses of the rows named by `order` (2 to BL_DENSE_NEWTON_MAX_CONTACTS of them) until the sum of
// squares of the scaled natural map is at most `goal`, or no further. The best iterate is kept, with every impulse in
// its cone; the velocities change with the impulses. Never allocates.
bl_dense_newton_report bl_dense_newton_solve(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                             bl_velocity* velocities, double goal, int max_iterations);

#endif
