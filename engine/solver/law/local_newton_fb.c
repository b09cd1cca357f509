// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One contact by Newton's method on the modified Fischer-Burmeister function (Daviet et al. 2011, appendix A). Fast and
// nearly always right; without a line search, so it may fail.
//
// The unknown is the velocity v = w r: then f, v and the gradient step have one unit, and nothing depends on the scale
// of W or b. The factor w (1 / rho of eq. 7, which is free) is bl_local_weight for mu <= 1 and mu times that above:
// with x = (mu v_N, v_T) and y = (u~_N, mu u_T) the tangential parts are then of one size, and Newton without a line
// search fails ten times less often at mu = 5.

#include "math/cone.h"
#include "math/gauss.h"
#include "solver/law/local_enumerative.h"

enum { MAX_NEWTON_STEPS = 30 };

// ---------------------------------------------------------------------------------------------------------------------
// Directions

// Solves j d = -f. Row pivoting is backward stable, as is needed for blocks of condition 1e12.
static bool solve3(const double j[9], const double f[3], double d[3])
{
    double m[9];
    for (int i = 0; i < 9; i++)
        m[i] = j[i];
    for (int i = 0; i < 3; i++)
        d[i] = -f[i];
    return bl_gauss_solve(m, 3, 3, d, 1) && isfinite(d[0] + d[1] + d[2]);
}

// The gradient of |f|^2 / 2 is g = j^T f. The Newton step always descends, <d, g> = -|f|^2, but it may be nearly
// orthogonal to g. It is taken when <d, g> <= -sigma |d| |g|; otherwise the step along -g. Appendix A.2 takes -g
// itself; here it has the length that is best for the linear model, |f - s j g|^2 smallest at s = |g|^2 / |j g|^2,
// which does not overshoot where mu makes j large.
bool bl_local_newton_direction(const double j[9], const double f[3], double d[3])
{
    double g[3], jg[3];
    for (int i = 0; i < 3; i++)
        g[i] = j[i] * f[0] + j[3 + i] * f[1] + j[6 + i] * f[2];
    double size = bl_local_length(g);
    if (solve3(j, f, d) && bl_cone_dot(d, g) <= -BL_LOCAL_SMALLEST_COSINE * bl_local_length(d) * size) return true;
    bl_local_multiply(j, g, jg);
    double s = size / bl_local_length(jg);
    for (int i = 0; i < 3; i++)
        d[i] = -s * s * g[i];
    return isfinite(d[0] + d[1] + d[2]) && size > 0.0;
}

// ---------------------------------------------------------------------------------------------------------------------
// The function and its Jacobian

// x = (mu v_N, v_T), y = (u~_N, mu u_T), u = M v + b, M = W / w, and their derivatives with respect to v.
typedef struct cone_pair {
    double x[3], y[3];
    double dy[9]; // dx is diag(mu, 1, 1)
} cone_pair;

// With t = u_T / |u_T|: d(u~_N) = d(u_N) + mu <t, d(u_T)>. At u_T = 0 the element t = 0 of the generalized derivative.
static void evaluate_pair(const bl_local_block* block, const double m[9], const double b[3], const double v[3],
                          cone_pair* p)
{
    double u[3], mu = block->mu;
    bl_local_multiply(m, v, u);
    u[0] += b[0], u[1] += b[1], u[2] += b[2];
    double length = bl_tangent_length(u), k = length > 0.0 ? mu / length : 0.0;
    p->x[0] = mu * v[0], p->x[1] = v[1], p->x[2] = v[2];
    p->y[0] = u[0] + mu * length, p->y[1] = mu * u[1], p->y[2] = mu * u[2];
    for (int i = 0; i < 3; i++) {
        p->dy[i] = m[i] + k * (u[1] * m[3 + i] + u[2] * m[6 + i]);
        p->dy[3 + i] = mu * m[3 + i];
        p->dy[6 + i] = mu * m[6 + i];
    }
}

// det(z) = l+ l- of z = x o x + y o y, as the sum of squares that solver/law/residual.c derives.
static double root_determinant(const double x[3], const double y[3])
{
    double xt = bl_tangent_length(x), yt = bl_tangent_length(y);
    double dx = (x[0] - xt) * (x[0] + xt), dy = (y[0] - yt) * (y[0] + yt);
    double c0 = x[0] * y[0] - x[1] * y[1] - x[2] * y[2];
    double c1 = x[0] * y[1] - y[0] * x[1], c2 = x[0] * y[2] - y[0] * x[2];
    double c3 = x[1] * y[2] - x[2] * y[1];
    return sqrt(dx * dx + dy * dy + 2.0 * (c0 * c0 + c1 * c1 + c2 * c2 + c3 * c3));
}

// The square root s of z: s_N = (sqrt(l+) + sqrt(l-)) / 2, s_T = z_T / (sqrt(l+) + sqrt(l-)). Returns det(s) =
// sqrt(l+ l-).
static double root(const double x[3], const double y[3], double s[3])
{
    double z0 = bl_cone_dot(x, x) + bl_cone_dot(y, y);
    double z1 = 2.0 * (x[0] * x[1] + y[0] * y[1]), z2 = 2.0 * (x[0] * x[2] + y[0] * y[2]);
    double large = sqrt(z0 + sqrt(z1 * z1 + z2 * z2)); // sqrt(l+)
    double determinant = root_determinant(x, y);
    double sum = large > 0.0 ? large + determinant / large : 0.0;
    double inverse = sum > 0.0 ? 1.0 / sum : 0.0;
    s[0] = 0.5 * sum, s[1] = inverse * z1, s[2] = inverse * z2;
    return determinant;
}

// j = dx + dy - ds. From s o s = z: 2 s o ds = 2 x o dx + 2 y o dy, so column by column, p = x o dx + y o dy,
//     s o q = p:  q_N = (s_N p_N - <s_T, p_T>) / det(s),  q_T = (p_T - q_N s_T) / s_N.
// This is L^-1 of appendix A.1 applied to p (which prints the inverse of z where that of its root is meant).
static void regular_jacobian(double mu, const cone_pair* pair, const double s[3], double determinant, double j[9])
{
    const double *x = pair->x, *y = pair->y;
    double inverse_determinant = 1.0 / determinant, inverse_normal = 1.0 / s[0];
    for (int i = 0; i < 3; i++) {
        double a[3] = {i == 0 ? mu : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
        double c[3] = {pair->dy[i], pair->dy[3 + i], pair->dy[6 + i]};
        double p0 = bl_cone_dot(x, a) + bl_cone_dot(y, c);
        double p1 = x[0] * a[1] + a[0] * x[1] + y[0] * c[1] + c[0] * y[1];
        double p2 = x[0] * a[2] + a[0] * x[2] + y[0] * c[2] + c[0] * y[2];
        double q0 = (s[0] * p0 - s[1] * p1 - s[2] * p2) * inverse_determinant;
        j[i] = a[0] + c[0] - q0;
        j[3 + i] = a[1] + c[1] - (p1 - q0 * s[1]) * inverse_normal;
        j[6 + i] = a[2] + c[2] - (p2 - q0 * s[2]) * inverse_normal;
    }
}

// l- = 0: x and y are on one ray of the edge of the cone, and s = x sqrt(1 + (y_N / x_N)^2) there. The element of the
// generalized Jacobian is (1 - x_N / h) dx + (1 - y_N / h) dy, h = sqrt(x_N^2 + y_N^2): of degree zero in x and y, as a
// derivative must be (the root is missing in print). x = y = 0 gives dx + dy.
static void edge_jacobian(double mu, const cone_pair* pair, double j[9])
{
    double h = hypot(pair->x[0], pair->y[0]), inverse = h > 0.0 ? 1.0 / h : 0.0;
    double kx = 1.0 - pair->x[0] * inverse, ky = 1.0 - pair->y[0] * inverse;
    for (int i = 0; i < 9; i++)
        j[i] = ky * pair->dy[i];
    j[0] += kx * mu, j[4] += kx, j[8] += kx;
}

// f, and with it the root s of z; returns det(s).
static double fischer_burmeister(const cone_pair* pair, double f[3], double s[3])
{
    double determinant = root(pair->x, pair->y, s);
    for (int i = 0; i < 3; i++)
        f[i] = pair->x[i] + pair->y[i] - s[i];
    return determinant;
}

static void jacobian(double mu, const cone_pair* pair, const double s[3], double determinant, double j[9])
{
    if (determinant > DBL_MIN && determinant > DBL_EPSILON * DBL_EPSILON * s[0] * s[0])
        regular_jacobian(mu, pair, s, determinant, j);
    else
        edge_jacobian(mu, pair, j);
}

// ---------------------------------------------------------------------------------------------------------------------
// Newton

static double newton_weight(const bl_local_block* block)
{
    return fmax(1.0, block->mu) * bl_local_weight(block);
}

static double size_at(const bl_local_block* block, const double m[9], const double b[3], const double v[3])
{
    cone_pair pair;
    double f[3], s[3];
    evaluate_pair(block, m, b, v, &pair);
    fischer_burmeister(&pair, f, s);
    return bl_local_length(f);
}

// The guess or zero, whichever has the smaller |f|.
static void choose_start(const bl_local_block* block, const double m[9], const double b[3], double v[3])
{
    static const double zero[3] = {0.0, 0.0, 0.0};
    if (v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0) return;
    if (!(size_at(block, m, b, v) <= size_at(block, m, b, zero))) v[0] = v[1] = v[2] = 0.0;
}

// The loop of appendix A.2. best holds the v of the smallest |f|.
static void iterate(const bl_local_block* block, const double m[9], const double b[3], double v[3], double best[3])
{
    double smallest = INFINITY, f[3], s[3], j[9], d[3], r[3], inverse_weight = 1.0 / newton_weight(block);
    for (int i = 0; i <= MAX_NEWTON_STEPS; i++) {
        cone_pair pair;
        evaluate_pair(block, m, b, v, &pair);
        double determinant = fischer_burmeister(&pair, f, s), size = bl_local_length(f);
        if (size < smallest) smallest = size, bl_local_copy(v, best);
        for (int k = 0; k < 3; k++)
            r[k] = v[k] * inverse_weight;
        if (size <= BL_LOCAL_NEWTON_ERROR * (1.0 + block->mu) * bl_local_velocity_scale(block, b, r)) return;
        jacobian(block->mu, &pair, s, determinant, j);
        if (!bl_local_newton_direction(j, f, d)) return;
        for (int k = 0; k < 3; k++)
            v[k] += d[k];
    }
}

bl_local_status bl_local_newton_fb_solve(const bl_local_block* block, const double b[3], double r[3])
{
    if (b[0] >= 0.0) {
        r[0] = r[1] = r[2] = 0.0;
        return BL_LOCAL_OPEN;
    }
    if (!(block->mu > 0.0)) return bl_local_frictionless(block, b, r);
    double m[9], v[3], best[3] = {0.0, 0.0, 0.0}, w = newton_weight(block);
    for (int i = 0; i < 9; i++)
        m[i] = block->w[i] / w;
    for (int i = 0; i < 3; i++)
        v[i] = w * r[i];
    choose_start(block, m, b, v);
    iterate(block, m, b, v, best);
    for (int i = 0; i < 3; i++)
        r[i] = best[i] / w;
    return bl_local_finish(block, b, r);
}
