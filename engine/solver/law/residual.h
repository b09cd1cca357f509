// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How exactly a set of impulses obeys the Signorini-Coulomb law: three root functions of the law, per contact and
// summed. Only r, u and q of each contact are needed, so an assembled Delassus operator is not. Local order [N, T1,
// T2].
//
// u_N and q_N are the *shifted* normal velocities: the caller has subtracted the target (restitution, gap correction),
// so that u_N >= 0 is the admissible side. u = W r + q; q is u at r = 0.
//
// Every function takes a weight w with the unit of W (1/kg). The caller passes w = tr(W_aa) / 3 for the scaled
// residuals, which are velocities and do not change under r -> s r, W -> W / s; w = 1 gives the plain ones, which
// depend on the units. The scaled forms are w times the usual ones with rho = 1 / w, rewritten with P_K(w x) = w P_K(x)
// so that w = 0 needs no division.

#ifndef BELAY_ENGINE_SOLVER_LAW_RESIDUAL_H
#define BELAY_ENGINE_SOLVER_LAW_RESIDUAL_H

#include "belay/solver.h"
#include "math/cone.h"

// Natural map of the De Saxce form, e = w r - P_K(w r - u~).
static inline void bl_natural_map(double w, double mu, const double r[3], const double u[3], double e[3])
{
    double s[3], x[3];
    bl_cone_shift_velocity(mu, u, s);
    for (int i = 0; i < 3; i++)
        x[i] = w * r[i] - s[i];
    bl_cone_project(mu, x, x);
    for (int i = 0; i < 3; i++)
        e[i] = w * r[i] - x[i];
}

// Alart-Curnier function (Bertails-Descoubes et al. 2011, eqs. 3 and 4, opposite sign), rho_N = rho_T = 1 / w, times w.
static inline void bl_alart_curnier(double w, double mu, const double r[3], const double u[3], double e[3])
{
    double n = w * r[0] - u[0];
    double pressed = n > 0.0 ? n : 0.0;
    double t[2] = {w * r[1] - u[1], w * r[2] - u[2]};
    bl_disk_project(mu * pressed, t, t);
    e[0] = w * r[0] - pressed;
    e[1] = w * r[1] - t[0];
    e[2] = w * r[2] - t[1];
}

// Modified Fischer-Burmeister function (Daviet et al. 2011, eqs. 7, 8 and 12): x + y - (x o x + y o y)^(1/2) in the
// Jordan algebra of the second-order cone, x = w (mu r_N, r_T), y = (u~_N, mu u_T). Without friction (mu = 0) it is eq.
// 8a: the scalar function of (w r_N, u_N) and w r_T.
void bl_fischer_burmeister(double w, double mu, const double r[3], const double u[3], double e[3]);
// With De Saxce's shift mu |u_T| given as `shift`.
void bl_fischer_burmeister_shifted(double w, double mu, const double r[3], const double u[3], double shift,
                                   double e[3]);

// Running sums over the contacts.
typedef struct bl_residual_sum {
    double natural, alart_curnier, fischer_burmeister;    // sums of squares
    double q;                                             // sum of squares of the free velocities
    double worst;                                         // largest squared natural map of one contact
    double alart_curnier_worst, fischer_burmeister_worst; // likewise of the other two
    double worst_raw;  // the squared natural map of the worst contact, with what rounding leaves in it
    int worst_contact; // its index, -1 before any contact
} bl_residual_sum;

void bl_residual_sum_init(bl_residual_sum* sum);

// Adds one contact. `weight` is tr(W_aa) / 3; see above for r, u and q.
void bl_residual_sum_add(bl_residual_sum* sum, int contact, double weight, double mu, const double r[3],
                         const double u[3], const double q[3]);

// Adds the sums of a part of the contacts, with the square of what rounding leaves in its natural map taken off each.
void bl_residual_sum_merge(bl_residual_sum* sum, const bl_residual_sum* part, double rounding_squared);

// Adds the sums of contacts that come after those that are in it.
void bl_residual_sum_join(bl_residual_sum* sum, const bl_residual_sum* part);

// The report: all values dimensionless, divided by ||q||, the 2-norm over all contacts. When q = 0 (then r = 0 is a
// solution) the divisor is 1 instead, and the values are velocities in m/s. The worst contact is -1 without contacts,
// and the first that is NaN, if any.
belay_residual bl_residual_sum_finish(const bl_residual_sum* sum);

#endif
