// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The second derivative of d(x) = min_u |x - p(u)|. Let t be the tangent, k = dt/ds the curvature, n = (x - p) / d and
// b = t x n. When x moves by v the closest point moves by ds along the curve, and (x - p).t = 0 stays true:
//     v.t - ds + d n.k ds = 0,   hence   ds = v.t / (1 - d k.n).
// The gradient of d is n, and it changes by the part of v - t ds that is orthogonal to n, over d:
//     d dn = (v.b) b + (v.t - ds) t,   v.t - ds = -(v.t) d k.n / (1 - d k.n),
//     v.H v = v.dn = (v.b)^2 / d - (v.t)^2 k.n / (1 - d k.n).
// A straight line leaves (v.b)^2 / d; outside a circle of radius R, k.n = -1/R gives +1/(R + d) along t; inside it,
// k.n = 1/R gives -1/(R - d). At a minimum 1 - d k.n >= 0. Beyond an end the closest point stays, ds = 0, and
// v.H v = (|v|^2 - (v.n)^2) / d.

#include "geometry/curve/curve_internal.h"
#include "geometry/geometry_tolerances.h"

bl_curve_bend bl_curve_distance_bend(const bl_curve_closest* closest)
{
    bl_curve_bend bend = {0.0, 0.0};
    double d = closest->distance;
    if (!(d > 0.0)) return bend;
    double kn = v3_dot(closest->curvature, closest->normal);
    bend.across = 1.0 / d;
    bend.along = closest->is_end ? 1.0 / d : -kn / fmax(1.0 - d * kn, BL_CURVE_FOCAL_LIMIT);
    return bend;
}

double bl_curve_distance_hessian(const bl_curve_closest* closest, belay_vec3 v)
{
    bl_curve_bend bend = bl_curve_distance_bend(closest);
    double vn = v3_dot(v, closest->normal), vt = v3_dot(v, closest->tangent);
    if (closest->is_end) return fmax(v3_dot(v, v) - vn * vn, 0.0) * bend.across;
    double vb = v3_dot(v, v3_cross(closest->tangent, closest->normal));
    return bend.across * vb * vb + bend.along * vt * vt;
}
