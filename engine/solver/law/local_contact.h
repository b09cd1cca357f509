// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The exact solution of one frictional contact: the inner loop of the Gauss-Seidel methods. Given the diagonal block W
// of the Delassus operator, the velocity b that the contact would have without its own impulse, and mu, find r such
// that
//
//     u = W r + b,   K_mu* contains u + mu |u_T| e_N,   r in K_mu,   the two orthogonal,
//
// in the local order [N, T1, T2]. b_N is shifted: the target normal velocity has been subtracted. W may be singular or
// slightly non-symmetric. Nothing is allocated and nothing is kept between calls: the same input gives the same bits.

#ifndef BELAY_ENGINE_SOLVER_LAW_LOCAL_CONTACT_H
#define BELAY_ENGINE_SOLVER_LAW_LOCAL_CONTACT_H

#include "belay/law.h"

#include <stdbool.h>
#include <stddef.h>

// What is worth computing once per step for the many solves with the same W. 184 bytes: three cache lines.
typedef belay_law_block bl_local_block;

typedef enum bl_local_status {
    BL_LOCAL_OPEN = BELAY_LAW_OPEN,
    BL_LOCAL_STICK = BELAY_LAW_STICK,
    BL_LOCAL_SLIDE = BELAY_LAW_SLIDE,
    BL_LOCAL_NO_SOLUTION = BELAY_LAW_NO_SOLUTION
} bl_local_status;

// mu >= 0 and w finite.
void bl_local_block_init(bl_local_block* block, const double w[9], double mu);

// r holds a guess on entry (the latest iterate; any finite value, need not be admissible) and the solution on return.
// The guess only speeds up sliding, unless several sliding solutions exist.
//
// Several solutions: W positive definite always has one, but strong coupling of the normal and tangential directions
// can give more. The order of preference is open, stick, slide: b_N >= 0 returns r = 0 even where another impulse would
// hold the contact closed (wedged). Among slides the one that the guess leads to is taken, and the one with the
// smallest impulse if that search fails.
//
// BL_LOCAL_NO_SOLUTION: w is singular, or not positive definite (a jamming contact). r is then the admissible impulse
// with the smallest natural map (solver/law/residual.h) that a short search finds.
//
// r is always finite and in the cone, to the last bit in the sense of bl_cone_contains.
bl_local_status bl_local_contact_solve(const bl_local_block* block, const double b[3], double r[3]);

// For those who keep many blocks and solve each a few times: the same, of a block that is kept as its matrix, and to
// the same bits. What bl_local_block_init computes of it is formed where it is needed. `is_well_conditioned`: as
// bl_local_matrix_is_well_conditioned has found.
bl_local_status bl_local_matrix_solve(const double w[9], double mu, bool is_well_conditioned, const double b[3],
                                      double r[3]);
// Whether the adjugate gives an inverse of w that needs no refinement.
bool bl_local_matrix_is_well_conditioned(const double w[9]);
// tr(W) / 3, or 0 when that is negative.
double bl_local_matrix_weight(const double w[9]);

// A solver of one contact: u = W r + b, r holds a guess on entry and the result on return, always finite and in the
// cone (the four-sided pyramid: in its own cone).
typedef bl_local_status bl_local_fn(const bl_local_block* block, const double b[3], double r[3]);
// By the one given; r ends in the round cone.
bl_local_status bl_local_contact_solve_with(bl_local_fn* local, const bl_local_block* block, const double b[3],
                                            double r[3]);
// The same, or bl_local_contact_solve where it is null.
static inline bl_local_status bl_local_contact_solve_by(bl_local_fn* local, const bl_local_block* block,
                                                        const double b[3], double r[3])
{
    return local == NULL ? bl_local_contact_solve(block, b, r) : bl_local_contact_solve_with(local, block, b, r);
}

#endif
