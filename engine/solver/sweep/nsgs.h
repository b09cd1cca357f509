// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Block nonsmooth Gauss-Seidel on contact rows, matrix-free (renouf2005, sec. 6.2): contact after contact, the free
// local velocity is formed from the latest impulses and the one-contact problem is solved exactly, with the full 3x3
// block; joints are solved in the same sweep, each with its full block. Every iterate is admissible (each r in its
// cone), so stopping at any time is safe. Islands on which the sweeps converge slowly are finished by Newton's method,
// from the impulses reached and only where that lowers the residual: on contacts for the smallest (dense_newton.h), on
// bodies where the graph of who touches whom lets itself be factored at a bearable cost (body_newton.h). Large piles,
// of which it does not, get less work.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_NSGS_H
#define BELAY_ENGINE_SOLVER_SWEEP_NSGS_H

#include "solver/sweep/island_solve.h"

// Solves the elements named by `order` (count of them, ascending). On entry velocities hold M^-1 H^T r of the elements'
// impulses on top of the free ones; on return likewise. Reads the clock only when there is a deadline. `newton` may be
// null: then bodies are left to the sweeps.
bl_nsgs_report bl_nsgs_solve(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                             bl_body_newton* newton, const bl_nsgs_settings* settings);

#endif
