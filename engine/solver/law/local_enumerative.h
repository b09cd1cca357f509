// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The solvers of one contact (solve.h: bl_local_fn) and the pieces that they share: how a result is judged, the stick,
// the slide on the edge of the cone. local_contact.h states the problem; every solver takes r = 0 where b_N >= 0.
//
// Notation, in the local order [N, T1, T2]:
//
//     W = | w_N  n^T |
//         | a    W_T |
//
// n: how tangential impulses move the normal; a: how normal impulses move the tangents. n = a if W is symmetric.

#ifndef BELAY_ENGINE_SOLVER_LAW_LOCAL_ENUMERATIVE_H
#define BELAY_ENGINE_SOLVER_LAW_LOCAL_ENUMERATIVE_H

#include "math/cone.h"
#include "solver/law/law_tolerances.h"
#include "solver/law/local_contact.h"

// ---------------------------------------------------------------------------------------------------------------------
// The solvers, each in the file of its name. NO_SOLUTION: the method did not solve it
// (BL_LOCAL_SOLVED_ERROR).

// Daviet et al. 2011, appendix B.2: open, stick, and all slides by the quartic. NO_SOLUTION: there is none; r is then
// the best admissible impulse that a short search finds.
bl_local_status bl_local_enumerative_solve(const bl_local_block* block, const double b[3], double r[3]);
// Appendix A.2: Newton on the modified Fischer-Burmeister function, from the guess.
bl_local_status bl_local_newton_fb_solve(const bl_local_block* block, const double b[3], double r[3]);
// Newton on the Alart-Curnier function (Bertails-Descoubes et al. 2011), with the Goldstein-Price search and without.
bl_local_status bl_local_newton_ac_solve(const bl_local_block* block, const double b[3], double r[3]);
bl_local_status bl_local_newton_ac_pure_solve(const bl_local_block* block, const double b[3], double r[3]);
// Section 6.1: Fischer-Burmeister Newton, then the enumeration.
bl_local_status bl_local_hybrid_solve(const bl_local_block* block, const double b[3], double r[3]);
// Contrasts (local_contrast.c), exact for special blocks only. Their status says which of their own cases they took.
bl_local_status bl_local_radial_solve(const bl_local_block* block, const double b[3], double r[3]);
bl_local_status bl_local_diagonal_solve(const bl_local_block* block, const double b[3], double r[3]);
bl_local_status bl_local_pyramid_solve(const bl_local_block* block, const double b[3], double r[3]);

// ---------------------------------------------------------------------------------------------------------------------
// Small helpers

static inline double bl_dot2(const double x[2], const double y[2])
{
    return x[0] * y[0] + x[1] * y[1];
}

static inline double bl_cross2(const double x[2], const double y[2])
{
    return x[0] * y[1] - x[1] * y[0];
}

static inline double bl_local_length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static inline void bl_local_copy(const double x[3], double y[3])
{
    y[0] = x[0], y[1] = x[1], y[2] = x[2];
}

// y = A x
static inline void bl_local_multiply(const double a[9], const double x[3], double y[3])
{
    double x0 = x[0], x1 = x[1], x2 = x[2];
    y[0] = a[0] * x0 + a[1] * x1 + a[2] * x2;
    y[1] = a[3] * x0 + a[4] * x1 + a[5] * x2;
    y[2] = a[6] * x0 + a[7] * x1 + a[8] * x2;
}

// u = W r + b
static inline void bl_local_velocity(const bl_local_block* block, const double b[3], const double r[3], double u[3])
{
    bl_local_multiply(block->w, r, u);
    u[0] += b[0], u[1] += b[1], u[2] += b[2];
}

// What turns an impulse into a velocity: |W| / sqrt(3). It equals tr(W) / 3 for an isotropic block, but does not vanish
// with the trace of a block that is not positive definite.
static inline double bl_local_weight(const bl_local_block* block)
{
    return 0.57735026918962576 * block->norm;
}

// ---------------------------------------------------------------------------------------------------------------------
// Judging

// The size of the terms of u = W r + b, whose rounding bounds every residual from below.
double bl_local_velocity_scale(const bl_local_block* block, const double b[3], const double r[3]);

// The natural map with bl_local_weight, relative to bl_local_velocity_scale: a pure number, about 1e-16 at a solution.
double bl_local_error(const bl_local_block* block, const double b[3], const double r[3]);

// The common end of the iterative solvers: puts r in the cone (zero if it is not finite) and says which case of the law
// it is, or NO_SOLUTION where it is not solved.
bl_local_status bl_local_finish(const bl_local_block* block, const double b[3], double r[3]);

// ---------------------------------------------------------------------------------------------------------------------
// Cases

// b_N < 0, mu = 0.
bl_local_status bl_local_frictionless(const bl_local_block* block, const double b[3], double r[3]);

// Stick of a block that needs_refinement; r = -W^+ b on entry.
bool bl_local_stick_ill_conditioned(const bl_local_block* block, const double b[3], double r[3]);

// r = -W^-1 b if that is in the cone. Singular blocks: the shortest admissible r with W r = -b, if b is in the range of
// W.
static inline bool bl_local_stick(const bl_local_block* block, const double b[3], double r[3])
{
    double x[3];
    bl_local_multiply(block->inverse, b, x);
    x[0] = -x[0], x[1] = -x[1], x[2] = -x[2];
    if (block->needs_refinement) {
        if (!bl_local_stick_ill_conditioned(block, b, x)) return false;
    } else if (!bl_cone_contains(block->mu, x)) {
        return false;
    }
    bl_local_copy(x, r);
    return true;
}

// An impulse on the edge of the cone: r = rn (1, mu t), |t| = 1.
typedef struct bl_edge_impulse {
    double rn;
    double t[2];
} bl_edge_impulse;

// r = rn (1, mu t), drawn in so that rounding cannot leave it outside of the cone.
static inline void bl_edge_to_impulse(const bl_local_block* block, const bl_edge_impulse* edge, double r[3])
{
    double s = block->mu * edge->rn * BL_LOCAL_INSIDE;
    r[0] = edge->rn, r[1] = s * edge->t[0], r[2] = s * edge->t[1];
}

// Newton from a slide that is nearly one until its equations hold to rounding. Returns the error reached, infinity
// where no slide was met.
double bl_local_refine_slide(const bl_local_block* block, const double b[3], bl_edge_impulse* edge);

// b_N < 0, mu > 0, no stick: all slides, of which it takes the one with the smallest impulse. NO_SOLUTION: see
// bl_local_enumerative_solve. r holds a guess on entry, used only where no slide exists.
bl_local_status bl_local_slide_enumerate(const bl_local_block* block, const double b[3], double r[3]);

// ---------------------------------------------------------------------------------------------------------------------
// Newton's method on a function f of three numbers with the Jacobian j (local_newton_fb.c)

// d = -j^-1 f, or the safeguarded gradient step where that is no direction of descent for |f|^2. False: no step lowers
// the linear model (the gradient is zero, or something is not finite).
bool bl_local_newton_direction(const double j[9], const double f[3], double d[3]);

#endif
