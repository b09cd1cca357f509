// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Block nonsmooth Gauss-Seidel on contact rows, matrix-free (renouf2005, sec. 6.2): contact after contact, the free
// local velocity is formed from the latest impulses and the one-contact problem is solved exactly, with the full 3x3
// block. Every iterate is admissible (each r in its cone), so stopping at any time is safe. Small islands on which the
// sweeps converge slowly are finished by Newton's method (dense_newton.h), from the impulses reached and only where
// that lowers the residual.

#ifndef BELAY_ENGINE_SOLVER_NSGS_H
#define BELAY_ENGINE_SOLVER_NSGS_H

#include "solver/contact_row.h"

typedef struct bl_nsgs_settings {
    double tolerance;        // on the scaled natural map over |q|
    int max_iterations;      // sweeps
    double deadline_seconds; // on bl_timer_seconds; 0: none
} bl_nsgs_settings;

typedef struct bl_nsgs_report {
    int iterations;        // sweeps
    int newton_iterations; // made where sweeping alone was slow
    int64_t contact_solves;
    int local_failures; // one-contact problems without a solution, in the last sweep
    bool has_converged;
    bool is_out_of_time;
} bl_nsgs_report;

// Solves the rows named by `order` (count of them). On entry velocities hold M^-1 H^T r of the rows' impulses on top of
// the free ones; on return likewise. Reads the clock only when there is a deadline.
bl_nsgs_report bl_nsgs_solve(bl_contact_row* rows, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                             const bl_nsgs_settings* settings);

#endif
