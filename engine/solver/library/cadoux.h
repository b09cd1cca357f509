// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The convex cone program inside Cadoux's fixed point (bertails2017, sec. 3.2.3; Acary, Cadoux, Lemarechal, Malick
// 2011). With De Saxce's shift s_a = mu_a |u_T,a| frozen, the law is
//     K* contains u~ = W r + b,   r in K,   u~.r = 0,   b = q + s e_N,
// the optimality conditions of the dual program, min 1/2 r.W r + b.r over r in K (eq. 3.12), and of the primal one (eq.
// 3.11). The true solution is the fixed point s = mu |u_T(s)| (eq. 3.13). W need not be symmetric: the conditions are
// solved, not the minimisation, which only guides them.
//
// Two solvers improve an iterate by one Newton step per call, so that the caller watches each:
//
// bl_cone_dual: proximal points in the impulses. r+ solves the program with 1/2 alpha |r - c|^2_D added, D = diag(w_a).
// It is found through the program's own dual, as the root y = P_K(z(y)), z = c - (W y + b) / (alpha w), where
//     psi(y) = 1/2 y.W y + 1/2 alpha |P_K(z(y))|^2_D,   grad psi = W (y - P_K(z)),
// is convex and once differentiable: semismooth Newton with a line search on psi converges from anywhere, and the
// proximal points converge the faster the smaller alpha is. Every P_K(z) is an admissible impulse.
//
// bl_cone_primal: a primal-dual interior point method in the velocities. The primal program, with v = v_free + M^-1 H^T
// y and W = H M^-1 H^T, is min 1/2 y.W y subject to W y + b in K*: its iterates are velocities u~ inside of K* (every
// contact opening), and r, inside of K, are the multipliers of the constraints. Mehrotra's predictor and corrector,
// scaled after Nesterov and Todd. Alone it ends at a residual of 1e-9 to 1e-6 where contacts neither press nor open, as
// both r and u~ are then the square roots of what rounding leaves of r.u~; lifted off the cones again it goes on.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_CADOUX_H
#define BELAY_ENGINE_SOLVER_LIBRARY_CADOUX_H

#include "solver/library/solve.h"
#include "solver/newton/block_lu.h"
#include "solver/newton/interior_cone.h"

// What both share.
typedef struct bl_cone_program {
    bl_solve* solve;
    belay_problem homogeneous; // the same with q = 0
    bl_block_lu lu;
    double* d;     // [n] > 0: w_a, or the largest of them where that is 0
    double* s;     // [n] the frozen shift
    double* b;     // [3n] q + s e_N
    double* block; // [9n] what is added to W: S, block-diagonal, with W + S positive definite in its symmetric part
    double* unit;  // [3n] the unknowns' units: W + S is factored with ones on its diagonal
    double* rhs;   // [3n]
} bl_cone_program;

// False when there is no memory, or a factorisation would take too long; fini is to be called in any case. The shift is
// 0.
bool bl_cone_program_init(bl_cone_program* program, bl_solve* solve);
void bl_cone_program_fini(bl_cone_program* program);

// Factors W + S. L U without pivoting between contacts exists and is stable, whatever the scale of the blocks of S.
// False when a pivot vanishes, or the solve is over meanwhile.
bool bl_cone_program_factor(bl_cone_program* program);
// x = (W + S)^-1 b, [3n] each. x may be b.
void bl_cone_program_solve(bl_cone_program* program, const double* b, double* x);

// s = mu |u_T| for the velocities u = W r + q.
void bl_cone_program_set_shift(bl_cone_program* program, const double* u);

// The natural map of the program as it stands, scaled and divided as residual (e): |w_a (r_a - P_K(r_a - (u_a + s_a
// e_N) / w_a))| / |q|, u = W r + q.
double bl_cone_program_natural(const bl_cone_program* program, const double* r, const double* u);

typedef struct bl_cone_dual {
    bl_cone_program* program;
    double alpha;      // relative to D
    double* center;    // [3n] c
    double* y;         // [3n]
    double* wy;        // [3n] W y
    double* r;         // [3n] P_K(z), in K: the iterate
    double* g;         // [3n] y - r
    double* direction; // [3n]
    double* wd;        // [3n] W direction
    double* scratch;   // [3n]
    double psi;
} bl_cone_dual;

bool bl_cone_dual_init(bl_cone_dual* dual, bl_cone_program* program, const double* r);
// Begins a new proximal problem around the present iterate (or after a change of shift).
void bl_cone_dual_recenter(bl_cone_dual* dual, double alpha);
// One Newton step. False when it cannot make any.
bool bl_cone_dual_step(bl_cone_dual* dual);
// How well the proximal problem is solved: |w_a (y_a - r_a)| / |q|.
double bl_cone_dual_error(const bl_cone_dual* dual);

typedef struct bl_cone_primal {
    bl_cone_program* program;
    double* r;               // [3n] inside of K
    double* v;               // [3n] u~, inside of K*
    double* defect;          // [3n] W r + b - v
    double* dr;              // [3n]
    double* dv;              // [3n]
    double* rhs;             // [3n]
    double* target;          // [3n] right side of the scaled complementarity
    bl_interior_cone* cones; // [n] scalings
} bl_cone_primal;

bool bl_cone_primal_init(bl_cone_primal* primal, bl_cone_program* program);
// Puts the iterate well inside of the cones: `lift`, a velocity, is added to u~_N and to w r_N.
void bl_cone_primal_lift(bl_cone_primal* primal, double lift);
// One predictor-corrector step. False when it cannot make any.
bool bl_cone_primal_step(bl_cone_primal* primal);

#endif
