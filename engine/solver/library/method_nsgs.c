// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Gauss-Seidel alone. "The impulses stopped changing" is not convergence (daviet2011, sec. 7.2): the change of a sweep
// only says when a look at the residual is worth its price, a product with W.

#include "solver/library/gauss_seidel.h"

#include "solver/library/method_tolerances.h"

#include <math.h>

belay_solve_status bl_method_nsgs(bl_solve* solve, double* r)
{
    bl_gauss_seidel gs;
    if (!bl_gauss_seidel_init(&gs, solve)) return BELAY_SOLVE_STALLED;
    bool wants_history = solve->options->history != NULL;
    double tolerance = solve->options->tolerance, look = tolerance;
    for (int since = 1;; since++) {
        double change = bl_gauss_seidel_sweep(&gs, r);
        bool is_last = bl_solve_is_over(solve) || solve->iterations + 1 >= solve->options->max_iterations;
        if (change > look && since < BL_METHOD_LOOK_EVERY && !wants_history && !is_last) {
            bl_solve_count(solve);
            continue;
        }
        double before = solve->best_natural;
        if (bl_solve_observe(solve, r)) return BELAY_SOLVE_SOLVED;
        // The residual is above the tolerance: the next look is due when the change has shrunk by as much as is
        // missing.
        double reached = fmin(before, solve->best_natural);
        look = fmin(look, change * tolerance / reached);
        if (change == 0.0) return BELAY_SOLVE_STALLED; // a fixed point of the sweep that rounding keeps from the goal
        since = 0;
    }
}
