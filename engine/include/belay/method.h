// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Methods for the frictional contact problem, all behind one call. Each takes the same options, is judged by the same
// residual, and returns its best iterate.

#ifndef BELAY_METHOD_H
#define BELAY_METHOD_H

#include "belay/method_list.h"
#include "belay/problem.h"
#include "belay/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

// In which order Gauss-Seidel goes through the contacts.
typedef enum belay_sweep_order {
    BELAY_SWEEP_FORWARD,   // contact 0 to the last
    BELAY_SWEEP_SYMMETRIC, // forward and back in turn
    BELAY_SWEEP_SHUFFLED,  // a new order for every sweep, from the seed
    BELAY_SWEEP_COUNT
} belay_sweep_order;

// How to solve. belay_solve_options_default gives the values named here.
typedef struct belay_solve_options {
    double tolerance;       // on belay_residual.natural; > 0, < 1; default 1e-8
    int64_t max_iterations; // of the method's own unit (sweeps, Newton iterations, pivots...), >= 1; default 100000
    double budget_seconds;  // wall time, 0: none; default 0
    uint64_t seed;          // of whatever a method draws at random; default 1
    // Gauss-Seidel methods
    belay_local_method local;        // default EXACT
    belay_sweep_order order;         // default FORWARD
    double relaxation;               // 0 < omega < 2; default 1
    bool enable_adaptive_relaxation; // omega from the ratio of successive errors; default false
    bool enable_freezing; // skip contacts that have come to rest for some sweeps (daviet2011, alg. 1); default false
    // Lemke
    int32_t facets; // of the faceted cone, 3 to 16; default 8
    // Where the residual after every iteration goes, for plots; null: nowhere.
    double* history;          // [history_capacity]
    int32_t history_capacity; // >= 0: later residuals are left out
} belay_solve_options;

// The defaults named above.
belay_solve_options belay_solve_options_default(void);

// What ended a solve.
typedef enum belay_solve_status {
    BELAY_SOLVE_SOLVED,      // the residual is at most the tolerance
    BELAY_SOLVE_ITERATIONS,  // the cap on iterations ended it
    BELAY_SOLVE_BUDGET,      // the time budget ended it
    BELAY_SOLVE_STALLED,     // the method cannot improve any further
    BELAY_SOLVE_NO_SOLUTION, // the method found that its form of the problem has none (a ray, say)
    BELAY_SOLVE_STATUS_COUNT
} belay_solve_status;

// The word for a status, for tables; never null.
const char* belay_solve_status_name(belay_solve_status status);

// How a solve went.
typedef struct belay_solve_report {
    belay_solve_status status; // what ended it
    int64_t iterations;        // made, of the method's own unit
    double seconds;            // wall time
    belay_residual residual;   // of the impulses returned: (e), (eb), (ec) of the scaled functions, largest term
    double plain_natural;      // the unscaled natural map over |q|: depends on the units, for comparison with others
    double plain_natural_max;  // its largest single term
    int32_t history_count;     // numbers written to the history
    bool is_admissible;        // every impulse in its round cone (methods on outer faceted cones may leave it)
} belay_solve_report;

// Solves the problem. r (3 contact_count numbers) is the first guess on entry and the best iterate on return: finite,
// in the cone (see is_admissible), whatever happens. The status says SOLVED only when the residual, formed anew, is at
// most the tolerance. The same arguments give the same bits as long as there is no budget. Errors: VALUE (an option out
// of range, a bad problem as belay_problem_check finds it, a guess that is not finite), STATE (the method is not in
// this build), MEMORY; r is then unchanged.
belay_result belay_problem_solve(const belay_problem* problem, belay_method method, const belay_solve_options* options,
                                 double* r, belay_solve_report* report, belay_error* error);

// The residual of given impulses (3 contact_count numbers); the function by which every method is judged. All infinite,
// with worst_contact -1, when the problem is null or not as belay_problem_check wants it, or r is null or
// not finite.
belay_residual belay_problem_residual(const belay_problem* problem, const double* r);

#ifdef __cplusplus
}
#endif

#endif
