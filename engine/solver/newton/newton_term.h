// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Root functions of the law at one contact, F_a(r_a, u_a) = 0, with their derivatives: one element of the generalized
// Jacobian where F_a has a kink. What Newton's methods on whole problems put together. Weights w as in residual.h.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_NEWTON_TERM_H
#define BELAY_ENGINE_SOLVER_NEWTON_NEWTON_TERM_H

#include <stdbool.h>

typedef struct bl_newton_term {
    double f[3];  // F_a
    double a[9];  // dF_a/du_a, row-major
    double b[9];  // dF_a/dr_a
    bool is_open; // F_a = w r_a: A_a = 0, B_a = w, and neither is read
} bl_newton_term;

// The term of the scaled Alart-Curnier function at one contact (bertails2011, secs. 4.1 and 4.3, opposite sign).
void bl_newton_term_alart_curnier(double w, double mu, const double r[3], const double u[3], bl_newton_term* term);

// The term of the scaled modified Fischer-Burmeister function (daviet2011, appendix A.1; residual.h). Never open.
void bl_newton_term_fischer_burmeister(double w, double mu, const double r[3], const double u[3], bl_newton_term* term);

// The same with De Saxce's shift mu |u_T| frozen at a given value: the convex cone program of Cadoux's fixed point.
void bl_newton_term_shifted(double w, double mu, const double r[3], const double u[3], double shift,
                            bl_newton_term* term);

#endif
