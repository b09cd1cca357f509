// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the solve of an island (nsgs.h) is given, and what it tells.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_ISLAND_SOLVE_H
#define BELAY_ENGINE_SOLVER_SWEEP_ISLAND_SOLVE_H

#include "solver/newton/body_newton.h"
#include "solver/rows/row_set.h"
#include "solver/sweep/colouring.h"
#include "solver/sweep/pile.h"
#include "solver/sweep/solve_schedule.h"

typedef struct bl_nsgs_settings {
    double tolerance;        // on the scaled natural map over |q|
    int max_iterations;      // sweeps
    int64_t max_work;        // one-block problems, other work counted as its equal in time; 0: no limit
    int64_t pile_work;       // the same for large islands that Newton's method is too costly for; 0: max_work
    double deadline_seconds; // on belay_timer_seconds; 0: none
    bool is_at_rest;         // every body stood still before the step
    bool creeps;             // it is large, and in the mean they were no faster than some steps of its forces make them
    bool newton_waits;       // no Newton's method if it is large and moves: it has failed there a short while ago
    bl_colouring* colouring; // for islands of BL_NSGS_COLOURED_CONTACTS elements and more; null: all in the given order
    bl_pile* pile;           // work space for large islands that move; null: they are left to sweeps and `newton`
    bl_workers* workers;     // that share sweeps and load carrying of those; null: the calling thread
} bl_nsgs_settings;

typedef struct bl_nsgs_report {
    int iterations;         // sweeps
    int newton_iterations;  // made where sweeping alone was slow
    int64_t contact_solves; // joints too
    int64_t work;
    int local_failures;      // one-contact problems without a solution, in the last sweep
    double free_squared;     // |q|^2, m^2/s^2
    double rounding_squared; // of the sum of squares of the natural map when the solve began, m^2/s^2
    bool has_converged;
    bool has_newton_failed; // it was given up on a large island that moves
    bool is_out_of_time;
    bool is_out_of_work;
    bool is_by_library;      // a method of the library solved it: set by the step, as the next two are
    bool is_left_by_library; // one was asked for, and does not know its rows
    bool is_held;            // it is kept still in this step, its impulses do nothing
    bool is_out_of_memory;   // nothing was done
} bl_nsgs_report;

#endif
