// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The friction cone K_mu = { x : |x_T| <= mu x_N }, its dual, and the projections that the contact law is written with.
// Vectors are double[3] in the local contact order [N, T1, T2]. Inputs may alias outputs.
//
// The law (De Saxce; Daviet, Bertails-Descoubes, Boissieux 2011, eqs. 5 and 6) is
//     K_mu* contains u~,  r in K_mu,  <u~, r> = 0,   u~ = u + mu |u_T| e_N,
// and, P being the Euclidean projection and rho > 0, it holds if and only if r = P_K(r - rho u~).

#ifndef BELAY_ENGINE_MATH_CONE_H
#define BELAY_ENGINE_MATH_CONE_H

#include <math.h>
#include <stdbool.h>

static inline double bl_cone_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// |x_T|
static inline double bl_tangent_length(const double x[3])
{
    return sqrt(x[1] * x[1] + x[2] * x[2]);
}

// Whether |x_T| <= mu x_N, to the last bit of the rounded left and right sides. False for NaN.
static inline bool bl_cone_contains(double mu, const double x[3])
{
    return x[0] >= 0.0 && bl_tangent_length(x) <= mu * x[0];
}

// p = P_K(x). By rotational symmetry this is a projection in the half plane (x_N, |x_T|) on the ray of slope mu:
// inside the cone p = x; inside the polar cone mu |x_T| <= -x_N the nearest point is the tip; otherwise it is the foot
// of the perpendicular on the ray (1, mu): p_N = (x_N + mu |x_T|) / (1 + mu^2), |p_T| = mu p_N, p_T along x_T. mu = 0
// needs no case of its own: K_0 is the ray of e_N.
static inline void bl_cone_project(double mu, const double x[3], double p[3])
{
    double n = x[0], t = bl_tangent_length(x), x1 = x[1], x2 = x[2];
    if (n >= 0.0 && t <= mu * n) {
        p[0] = n, p[1] = x1, p[2] = x2;
    } else if (mu * t <= -n) {
        p[0] = p[1] = p[2] = 0.0;
    } else {
        double pn = (n + mu * t) / (1.0 + mu * mu);
        double s = mu * pn / t;
        p[0] = pn, p[1] = s * x1, p[2] = s * x2;
    }
}

// p = the projection on the dual cone K_mu* = { x : x_N >= mu |x_T| } (the half space x_N >= 0 when mu = 0). The polar
// cone of K is -K*, so Moreau's decomposition x = P_K(x) + P_-K*(x), taken at -x, gives P_K*(x) = x + P_K(-x).
static inline void bl_cone_project_dual(double mu, const double x[3], double p[3])
{
    double y[3] = {-x[0], -x[1], -x[2]};
    bl_cone_project(mu, y, y);
    p[0] = x[0] + y[0], p[1] = x[1] + y[1], p[2] = x[2] + y[2];
}

// p = the projection of the plane vector x on the disk of the given radius, centred at zero. A negative radius counts
// as zero: the projection on the empty set is zero by the convention of Bertails-Descoubes et al. 2011, eq. 4.
static inline void bl_disk_project(double radius, const double x[2], double p[2])
{
    double c = radius > 0.0 ? radius : 0.0;
    double t = sqrt(x[0] * x[0] + x[1] * x[1]);
    double s = t > c ? c / t : 1.0;
    p[0] = s * x[0], p[1] = s * x[1];
}

// De Saxce's change of variable, s = u + mu |u_T| e_N. It turns the non-associated law (sliding is tangential, not
// normal to K_mu) into the complementarity of two dual cones: when sliding, u_N = 0 gives s = (mu |u_T|, u_T), on the
// edge of K_mu*.
static inline void bl_cone_shift_velocity(double mu, const double u[3], double s[3])
{
    s[0] = u[0] + mu * bl_tangent_length(u), s[1] = u[1], s[2] = u[2];
}

#endif
