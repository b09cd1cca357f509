// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Block nonsmooth Gauss-Seidel on contact rows, matrix-free (renouf2005, sec. 6.2): contact after contact, the free
// local velocity is formed from the latest impulses and the one-contact problem is solved exactly, with the full 3x3
// block; joints are solved in the same sweep, each with its full block. Every iterate is admissible (each r in its
// cone), so stopping at any time is safe. Islands on which the sweeps converge slowly are finished by Newton's method,
// from the impulses reached and only where that lowers the residual: on contacts for the smallest (dense_newton.h), on
// bodies where the graph of who touches whom lets itself be factored at a bearable cost (body_newton.h). Large heaps,
// of which it does not, get less work.

#ifndef BELAY_ENGINE_SOLVER_NSGS_H
#define BELAY_ENGINE_SOLVER_NSGS_H

#include "solver/island/colouring.h"
#include "solver/island/heap.h"
#include "solver/newton/body_newton.h"
#include "solver/rows/row_set.h"

// However late it is, an island gets this many sweeps: what has just met does not go on into each other.
#define BL_NSGS_LEAST_SWEEPS 2
// However little work is allowed, this many: with fewer, large heaps would sink into themselves.
#define BL_NSGS_WORKING_SWEEPS 10

// Islands as large that move are swept colour by colour, also by one worker, so that the bits do not depend on their
// number.
#define BL_NSGS_COLOURED_CONTACTS 400

typedef struct bl_nsgs_settings {
    double tolerance;        // on the scaled natural map over |q|
    int max_iterations;      // sweeps
    int64_t max_work;        // one-block problems, other work counted as its equal in time; 0: no limit
    int64_t heap_work;       // the same for large islands that Newton's method is too costly for; 0: max_work
    double deadline_seconds; // on bl_timer_seconds; 0: none
    bool is_at_rest;         // every body stood still before the step
    bl_colouring* colouring; // for islands of BL_NSGS_COLOURED_CONTACTS elements and more; null: all in the given order
    bl_heap* heap;           // work space for large islands that move; null: they are left to sweeps and `newton`
    bl_workers* workers;     // that share the sweeps of those; null: the calling thread
} bl_nsgs_settings;

typedef struct bl_nsgs_report {
    int iterations;         // sweeps
    int newton_iterations;  // made where sweeping alone was slow
    int64_t contact_solves; // joints too
    int64_t work;
    int local_failures;  // one-contact problems without a solution, in the last sweep
    double goal_squared; // what the sum of squares of the natural map had to come to, m^2/s^2
    bool has_converged;
    bool is_out_of_time;
    bool is_out_of_work;
    bool is_out_of_memory; // nothing was done
} bl_nsgs_report;

// Solves the elements named by `order` (count of them, ascending). On entry velocities hold M^-1 H^T r of the elements'
// impulses on top of the free ones; on return likewise. Reads the clock only when there is a deadline. `newton` may be
// null: then bodies are left to the sweeps.
bl_nsgs_report bl_nsgs_solve(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                             bl_body_newton* newton, const bl_nsgs_settings* settings);

#endif
