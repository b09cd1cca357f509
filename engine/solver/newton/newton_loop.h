// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Newton's method with a line search, and proximal points around it: the loops that all of the engine's Newton methods
// share. A method gives an operator: how its direction is found (a dense matrix, blocks of bodies, of rods or of
// contacts; damped as it likes), what merit a step has, what it does where no step leads downhill. Who uses it:
//
//     dense_newton.c            few contacts, W dense                  proximal points
//     rod_newton.c              rods and what they touch, rows         proximal points, then Cadoux's programs
//     body_newton.c             bodies and joints, M + F^T G H         one Newton step per proximal weight
//     library/method_proximal.c any problem, A W + B sparse            one step per weight, and proximal points
//     library/root_newton.c     the same without proximal terms        newton-ac, newton-fb
//     library/method_mcp.c      bounds instead of cones                its line search alone
//     library/cadoux_dual.c     a cone program, W + alpha D Pi^-1      line search; proximal points in method_cadoux.c
//
// Proximal points: W is singular as soon as a body has more contact directions than freedoms. What W does not see is
// bound by the cones alone, and may have far to go. Steps r_k+1 = the solution with W + alpha, q - alpha r_k have a
// regular matrix and go error / alpha along such a direction: with alpha falling like the error (its share of the error
// is what the loop adapts) they do that in a few steps, and end superlinearly.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_NEWTON_LOOP_H
#define BELAY_ENGINE_SOLVER_NEWTON_NEWTON_LOOP_H

#include <stdbool.h>
#include <stdint.h>

// What is done where no step leads downhill.
typedef enum bl_newton_refusal {
    BL_NEWTON_GIVES_UP,
    BL_NEWTON_LEAPS,  // the full step is taken: uphill as it is, it may lead out of a kink between active sets
    BL_NEWTON_RETRIES // with another direction, from where it is: the operator has changed its weight
} bl_newton_refusal;

typedef struct bl_newton_operator {
    void* context;
    // Finds the direction from the iterate, whose merit is given. False: the matrix is singular.
    bool (*find_direction)(void* context, double merit);
    // Goes to the iterate + t direction, to be looked at only; returns its merit, which is not negative (or NaN). Of
    // one above `most` nothing else counts: any number above that does.
    double (*try_step)(void* context, double t, double most);
    // The step tried last, of that merit, becomes the iterate; `step` is its length. True: the caller's work is done.
    bool (*accept)(void* context, double merit, double step);
    bl_newton_refusal (*refuse)(void* context);
    // The caller's own search from the iterate of this merit: tries steps and returns the merit of the last, or a
    // negative number. Null: halved steps, by the rules.
    double (*search)(void* context, double merit);
} bl_newton_operator;

typedef struct bl_newton_rules {
    double shortest_step; // of 1, 1/2, 1/4, ...
    double decrease;      // of the merit, that a step must bring at least, over its length
    double top;           // what merits are compared with where that is more than the present one; 0 otherwise
    double highest_leap;  // merit after a leap over that before
    double leap_to;       // merit that a leap may lead to whatever it was before
    double circle;        // two merits, one between them, that differ by less than this part: it goes round in a circle
} bl_newton_rules;

typedef enum bl_newton_end {
    BL_NEWTON_ARRIVED, // at the goal
    BL_NEWTON_STOPPED, // accept said so
    BL_NEWTON_FAILED,  // no direction, or no step
    BL_NEWTON_PAUSED   // out of iterations
} bl_newton_end;

// Tries the steps first, first / 2, ... down to `shortest`; returns the merit of the first that is at most top -
// decrease times its length, or a negative number. *step (may be null): its length.
double bl_newton_backtrack(const bl_newton_operator* op, double first, double shortest, double top, double decrease,
                           double* step);

// From the iterate, of *merit, until that is at most the goal, in no more than *left iterations, which are counted
// down.
bl_newton_end bl_newton_run(const bl_newton_operator* op, const bl_newton_rules* rules, double goal, double* merit,
                            int64_t* left);

typedef struct bl_proximal_rules {
    int easy;                                   // iterations of a point that was easy to find
    double easy_factor, factor;                 // of the share, after points that were found,
    double careful_easy_factor, careful_factor; // and the same once one has not been
    double failed_factor;
    double least_share, most_share;
} bl_proximal_rules;

typedef struct bl_proximal_operator {
    void* context;
    // A proximal problem around the iterate, alpha being that share of the relative error, is solved as far as the
    // caller wants. *iterations: what it took.
    bl_newton_end (*solve_point)(void* context, double share, int64_t* iterations);
} bl_proximal_operator;

// Adapted from point to point.
typedef struct bl_proximal_state {
    double share;
    bool has_failed;
} bl_proximal_state;

// One proximal point; the caller goes back to its center, if it wants to, where that has not been found.
bl_newton_end bl_proximal_point(const bl_proximal_operator* op, const bl_proximal_rules* rules,
                                bl_proximal_state* state);

#endif
