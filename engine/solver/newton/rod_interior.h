// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An interior-point method for islands with rods: where many strands lie on each other, contacts are far more than what
// they can press independently, and Newton's steps on active sets go from one of countless bases to the next. Inside
// of the cones there are no sets to choose: iterates follow the path x o z = tau to tau = 0, in some fifteen
// factorisations whatever the size. (Acary, Armand, Nguyen and Shpakovych 2023 have the convex program; the full law is
// solved here.)
//
// Of a contact, with mu > 0, x = (mu r_N, r_T) and z = (u~_N / mu, u_T) are in the same cone L and x . z = r . u~. With
// z = phi(s) = (s_N / mu + |s_T|, s_T) the law is x o z = 0. A Newton step with the scaling W of interior_cone.h is
//
//     W^-1 dx + W dz = q = lambda \ (sigma tau e - lambda o lambda - W^-1 dx' o W dz')
//     dz = J ds - rho,   rho = z - phi(s),   J = dphi/ds
//     dx = diag(mu, 1, 1) dr     =>     dr = T^-1 (W q + W^2 rho) - T^-1 W^2 J ds,   T = diag(mu, 1, 1)
//
// with (dx', dz') of a first step that has q = -lambda (Mehrotra 1992: sigma = (1 - its length)^3). That is a group's
// term as rod_newton_sparse.h takes it. Rows in a box have x = r - lower, upper - r; what is bounded by a cap has the
// cone with x = (cap, -r), of which x_0 stays, and z = (z_0, -s); what has no bound is linear.
//
// De Saxce's shift |s_T| makes the law non-monotone: near a fold of its solutions steps grow and turn round. Then J is
// taken without it for a few steps, each of which is one on a convex program with the shift of the present iterate.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_ROD_INTERIOR_H
#define BELAY_ENGINE_SOLVER_NEWTON_ROD_INTERIOR_H

#include "solver/newton/dense_newton.h"
#include "solver/newton/rod_newton_internal.h"

typedef struct bl_interior_limits {
    double goal; // of the sum of squares of the natural map, m^2/s^2
    int max_iterations;
    double deadline_seconds; // on the clock of belay/timer.h; 0: none
} bl_interior_limits;

// From p->r, with its s, on; p->best and report->natural_squared follow the best iterate, which obeys all bounds.
// Returns how many factorisations it took. Needs p->sparse; leaves p->r, p->s and the work vectors as they come.
int bl_rod_interior_solve(bl_newton_problem* p, const bl_interior_limits* limits, bl_dense_newton_report* report);

#endif
