// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The law of one contact by itself, for what solves contacts of its own and is to feel what the engine solves: a haptic
// servo, a solver that is tried. By the engine's own functions, so with the same bits. Given the block W of the
// Delassus operator, the velocity b that the contact would have without its own impulse (the normal one less its
// target), and mu, find r such that
//
//     u = W r + b,   K_mu* contains u + mu |u_T| e_N,   r in K_mu,   the two orthogonal,
//
// in the order [N, T1, T2]; K_mu is the round cone. W may be singular or slightly non-symmetric. Nothing is allocated,
// and nothing is kept between calls. Any thread.

#ifndef BELAY_LAW_H
#define BELAY_LAW_H

#include "belay/math.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// What is worth computing once for many solves with the same W; 184 bytes. Made by belay_law_block_init, and only
// read by others.
typedef struct belay_law_block {
    double mu;             // friction coefficient, >= 0
    double inverse[9];     // of w; the Moore-Penrose pseudo-inverse when rank < 3
    double w[9];           // W, row-major
    double weight;         // tr(W) / 3, or 0 when that is negative: the scale of the residuals
    double norm;           // Frobenius norm of w
    double inverse_wn;     // 1 / w_NN when w_NN > 0, else 0
    int rank;              // numerical rank: singular values above 2e-14 of the largest
    bool needs_refinement; // whether a stick solution is refined iteratively (ill-conditioned or singular w)
} belay_law_block;

// mu >= 0 and w finite, else results are not: nothing is checked.
void belay_law_block_init(belay_law_block* block, const double w[9], double mu);

// How a contact obeys the law.
typedef enum belay_law_status {
    BELAY_LAW_OPEN,  // r = 0
    BELAY_LAW_STICK, // u = 0
    // r on the edge of the cone, u_N = 0, u_T opposed to r_T; every closed contact without friction
    BELAY_LAW_SLIDE,
    BELAY_LAW_NO_SOLUTION // no r obeys the law; r is the admissible impulse with the least residual that is found
} belay_law_status;

// r holds a guess on entry (any finite value; it speeds up sliding, and chooses where several slides solve) and the
// solution on return: finite and in the cone. Where several kinds solve, open goes before stick, and stick before
// slide.
belay_law_status belay_law_solve(const belay_law_block* block, const double b[3], double r[3]);

// Three rows with a cap on the norm of their impulse, as of a grip that gives way: s = A r - c, |r| <= cap; s = 0 below
// the cap, and s = -mu r with mu >= 0 at it. `a` with a definite symmetric part, cap >= 0. Returns r.
belay_vec3 belay_law_solve_capped(belay_mat33 a, belay_vec3 c, double cap);

#ifdef __cplusplus
}
#endif

#endif
