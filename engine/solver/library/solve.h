// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A solve in progress: what every method gets, and how it is watched. A method improves r until it is told to stop; the
// residual is formed, the best iterate kept and the history written in one place, so no method can judge itself.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_SOLVE_H
#define BELAY_ENGINE_SOLVER_LIBRARY_SOLVE_H

#include "belay/method.h"
#include "solver/law/local_contact.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct bl_solve {
    const belay_problem* problem;
    const belay_solve_options* options;
    int32_t n;         // contacts
    double* weight;    // [n] tr(W_aa) / 3: the scale of contact a's residual (residual.h); 0 where the trace is not > 0
    int32_t* diagonal; // [n] index of the diagonal block of each contact
    double q_norm;     // |q|, or 1 when q is 0: what residuals are divided by
    double* best;      // [3n] best iterate seen
    double best_natural;    // its residual (e)
    int64_t iterations;     // counted by bl_solve_observe and bl_solve_count
    double start, deadline; // on belay_timer_seconds; deadline 0: none
    int32_t history_count;
    // private
    void** memory; // stb_ds array of blocks to give back
    size_t* memory_size;
    bool is_out_of_memory;
} bl_solve;

// One method. Starts from r (3n, finite, in the cones) and improves it, watched by bl_solve_observe. What it returns
// says why it ended by itself: SOLVED (it thinks so; the caller checks), STALLED, NO_SOLUTION; when bl_solve_observe or
// bl_solve_is_over told it to stop the value does not matter. r on return does not matter: the best observed iterate
// counts.
typedef belay_solve_status bl_method_fn(bl_solve* solve, double* r);

// Counts an iteration, forms u = W r + q (given, or multiplied here), the residual, the history and the best iterate.
// r must be in the cones (outer faceted methods: in theirs; the report then says that r is not admissible). True: stop
// (solved, cap, or out of time). Cost: a product and O(n).
bool bl_solve_observe(bl_solve* solve, const double* r);
bool bl_solve_observe_with_velocity(bl_solve* solve, const double* r, const double* u);
// Counts an iteration that is not worth a residual; true: stop (cap, or out of time). Reads the clock when there is a
// deadline.
bool bl_solve_count(bl_solve* solve);
// True when the cap, the budget or memory is used up; counts nothing.
bool bl_solve_is_over(const bl_solve* solve);

// The residual (e) of r with its u: sqrt(sum |e_a|^2) / |q|. Counts and keeps nothing.
double bl_solve_natural(const bl_solve* solve, const double* r, const double* u);

// Zeroed memory for the time of the solve, 16-byte aligned; null when there is none, and then bl_solve_is_over is true.
void* bl_solve_allocate(bl_solve* solve, size_t size);

// Tolerance, iterations, budget and history: what all that is solved is limited by. Errors: VALUE.
belay_result bl_solve_check_limits(const belay_solve_options* o, belay_error* error);

// u = W r + q, row by row.
void bl_problem_multiply(const belay_problem* problem, const double* r, double* u);
// Row a of it, three numbers.
void bl_problem_multiply_row(const belay_problem* problem, int32_t a, const double* r, double u[3]);
// Puts every impulse into its cone (Euclidean projection).
void bl_problem_project(const belay_problem* problem, double* r);

// The methods, and the solvers of one contact, each in a file of its own.
#define BL_METHOD_DECLARE(name, function, word, text) bl_method_fn bl_method_##function;
BELAY_METHOD_LIST(BL_METHOD_DECLARE)
#undef BL_METHOD_DECLARE
#define BL_LOCAL_DECLARE(name, function, word, text) bl_local_fn bl_local_##function##_solve;
BELAY_LOCAL_LIST(BL_LOCAL_DECLARE)
#undef BL_LOCAL_DECLARE

bl_local_fn* bl_local_solver(belay_local_method local);

#endif
