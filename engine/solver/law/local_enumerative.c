// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The enumerative solver of Daviet et al. 2011 (appendix B.2) and the cases that it tries: open, stick, slide. The
// slides come from a quartic that makes no assumption on the block.

#include "solver/law/local_enumerative.h"

#include "math/polynomial.h"
#include "solver/law/residual.h"

// Newton steps of the refinement, and fixed point steps where no solution exists.
enum { MAX_REFINEMENT_STEPS = 6, MAX_RESCUE_STEPS = 60 };

// ---------------------------------------------------------------------------------------------------------------------
// Judging

double bl_local_velocity_scale(const bl_local_block* block, const double b[3], const double r[3])
{
    double length = bl_local_length(b);
    return length + fmin(block->norm * bl_local_length(r), BL_LOCAL_LARGEST_AMPLIFICATION * length);
}

double bl_local_error(const bl_local_block* block, const double b[3], const double r[3])
{
    double u[3], e[3];
    bl_local_velocity(block, b, r, u);
    bl_natural_map(bl_local_weight(block), block->mu, r, u, e);
    double scale = bl_local_velocity_scale(block, b, r);
    return scale > 0.0 ? bl_local_length(e) / scale : 0.0;
}

bl_local_status bl_local_finish(const bl_local_block* block, const double b[3], double r[3])
{
    bl_cone_project(block->mu, r, r);
    if (!bl_cone_contains(block->mu, r)) r[1] *= BL_LOCAL_INSIDE, r[2] *= BL_LOCAL_INSIDE;
    if (!(isfinite(r[0]) && bl_cone_contains(block->mu, r))) r[0] = r[1] = r[2] = 0.0;
    double scale = bl_local_velocity_scale(block, b, r);
    double limit = BL_LOCAL_SOLVED_ERROR * bl_local_length(b) + BL_LOCAL_EXISTS_ERROR * scale;
    if (!(bl_local_error(block, b, r) * scale <= limit)) return BL_LOCAL_NO_SOLUTION;
    if (r[0] == 0.0) return BL_LOCAL_OPEN;
    double u[3];
    bl_local_velocity(block, b, r, u);
    return bl_local_length(u) <= limit ? BL_LOCAL_STICK : BL_LOCAL_SLIDE;
}

// ---------------------------------------------------------------------------------------------------------------------
// Stick

// The impulse closest to r on the line r + s |r| v that is in the cone. Points of the line in the double cone
// |x_T|^2 <= mu^2 x_N^2 satisfy the quadratic c2 s^2 + c1 s + c0 <= 0, an interval whose ends are its roots (or the
// outside of it when v is itself inside the double cone), so the closest admissible point is r or one of the roots.
static bool move_along_null(double mu, const double unit[3], double r[3])
{
    if (bl_cone_contains(mu, r)) return true;
    double m2 = mu * mu, size = bl_local_length(r), v[3] = {size * unit[0], size * unit[1], size * unit[2]};
    double c[3] = {r[1] * r[1] + r[2] * r[2] - m2 * r[0] * r[0], 2.0 * (r[1] * v[1] + r[2] * v[2] - m2 * r[0] * v[0]),
                   v[1] * v[1] + v[2] * v[2] - m2 * v[0] * v[0]};
    double s[2], best = INFINITY;
    int count = bl_quadratic_roots(c, s);
    for (int i = 0; i < count; i++)
        if (r[0] + s[i] * v[0] >= 0.0 && fabs(s[i]) < fabs(best)) best = s[i];
    if (!isfinite(best)) return false;
    for (int i = 0; i < 3; i++)
        r[i] += best * v[i];
    return true;
}

// With rank 1 the stick impulses fill the plane through r orthogonal to r itself (r has the minimum norm). The cone
// meets it exactly if the projection p of r on the cone is not zero, and then along p: p has the largest <p, r> / |p|,
// so that multiple of it is the shortest admissible impulse of the plane.
static bool shrink_to_plane(double mu, double r[3])
{
    double p[3];
    bl_cone_project(mu, r, p);
    double along = p[0] * r[0] + p[1] * r[1] + p[2] * r[2];
    double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    if (!(along > 0.0)) return square == 0.0;
    for (int i = 0; i < 3; i++)
        r[i] = square / along * p[i];
    return true;
}

// A unit vector of the null space of a block of rank 2: the largest column of the projector 1 - W^+ W.
static void null_vector(const bl_local_block* block, double v[3])
{
    double largest = 0.0;
    v[0] = v[1] = v[2] = 0.0;
    for (int j = 0; j < 3; j++) {
        double column[3] = {block->w[j], block->w[3 + j], block->w[6 + j]}, x[3];
        bl_local_multiply(block->inverse, column, x);
        for (int i = 0; i < 3; i++)
            x[i] = (i == j ? 1.0 : 0.0) - x[i];
        double length = bl_local_length(x);
        if (!(length > largest)) continue;
        largest = length;
        for (int i = 0; i < 3; i++)
            v[i] = x[i] / length;
    }
}

// r -= W^-1 (W r + b): iterative refinement, which brings u = W r + b down to the rounding of its terms.
static void refine_stick(const bl_local_block* block, const double b[3], double r[3])
{
    for (int i = 0; i < 3; i++) {
        double u[3], d[3];
        bl_local_velocity(block, b, r, u);
        if (bl_local_length(u) <= 0.5 * DBL_EPSILON * bl_local_velocity_scale(block, b, r)) return;
        bl_local_multiply(block->inverse, u, d);
        r[0] -= d[0], r[1] -= d[1], r[2] -= d[2];
    }
}

// Draws r in by rounding errors if that is all it takes to be admissible.
static bool settle_in_cone(double mu, double r[3])
{
    if (bl_cone_contains(mu, r)) return true;
    double t = bl_tangent_length(r), limit = mu * r[0];
    if (!(r[0] > 0.0 && t <= limit * (1.0 + 8.0 * DBL_EPSILON))) return false;
    double s = limit / t * BL_LOCAL_INSIDE;
    r[1] *= s, r[2] *= s;
    return true;
}

bool bl_local_stick_ill_conditioned(const bl_local_block* block, const double b[3], double r[3])
{
    refine_stick(block, b, r);
    if (block->rank == 2) {
        double v[3];
        null_vector(block, v);
        if (!move_along_null(block->mu, v, r)) return false;
    } else if (block->rank == 1) {
        if (!shrink_to_plane(block->mu, r)) return false;
    }
    if (!settle_in_cone(block->mu, r)) return false;
    if (block->rank == 3) return true;
    double u[3];
    bl_local_velocity(block, b, r, u);
    return bl_local_length(u) <= BL_LOCAL_ACCEPT_ERROR * bl_local_velocity_scale(block, b, r);
}

// ---------------------------------------------------------------------------------------------------------------------
// Slide: refinement on the edge of the cone

// The two equations of a slide that do not hold by construction for r = rn (1, mu t): u_N = 0 and u_T x t = 0. The
// third condition is <u_T, t> <= 0.
typedef struct edge_state {
    double d[3];   // W (1, mu t)
    double normal; // u_N
    double cross;  // u_T x t
    double along;  // <u_T, t>
} edge_state;

static inline void edge_evaluate(const bl_local_block* block, const double b[3], const bl_edge_impulse* edge,
                                 edge_state* state)
{
    double x[3] = {1.0, block->mu * edge->t[0], block->mu * edge->t[1]};
    bl_local_multiply(block->w, x, state->d);
    double u[2] = {edge->rn * state->d[1] + b[1], edge->rn * state->d[2] + b[2]};
    state->normal = edge->rn * state->d[0] + b[0];
    state->cross = bl_cross2(u, edge->t);
    state->along = bl_dot2(u, edge->t);
}

// One Newton step in (rn, angle of t). With p = t turned by 90 degrees, dt = p d(angle) and u x p = <u, t>:
//     d(u_N)     = d_N drn + mu rn <n, p> d(angle)
//     d(u_T x t) = (d_T x t) drn + (mu rn (W_T p) x t + <u_T, t>) d(angle)
// t is turned by the Cayley map, a rotation by 2 atan(angle / 2), which agrees to second order; for the small angles of
// the last step its series does, as |t|^2 changes by angle^4 / 4 only.
static inline void edge_newton_step(const bl_local_block* block, const edge_state* state, bl_edge_impulse* edge)
{
    const double* w = block->w;
    double t0 = edge->t[0], t1 = edge->t[1], s = block->mu * edge->rn;
    double p[2] = {-t1, t0};
    double wp[2] = {w[4] * p[0] + w[5] * p[1], w[7] * p[0] + w[8] * p[1]};
    double j00 = state->d[0], j01 = s * (w[1] * p[0] + w[2] * p[1]);
    double j10 = state->d[1] * t1 - state->d[2] * t0, j11 = s * bl_cross2(wp, edge->t) + state->along;
    double det = j00 * j11 - j01 * j10;
    if (det == 0.0) return;
    double inverse_det = 1.0 / det;
    double half = 0.5 * (state->normal * j10 - state->cross * j00) * inverse_det;
    edge->rn += (state->cross * j01 - state->normal * j11) * inverse_det;
    double k = fabs(half) < 5e-5 ? 1.0 - half * half : 1.0 / (1.0 + half * half);
    double c = (1.0 - half * half) * k, sine = 2.0 * half * k;
    edge->t[0] = c * t0 - sine * t1;
    edge->t[1] = sine * t0 + c * t1;
}

// The error of a slide relative to the terms of u, or infinity where it is none. On a slide of the law the natural map
// is at most |(u_N, u_T x t)|, as the projection is non-expansive.
static inline double edge_error(const bl_local_block* block, double scale_b, const bl_edge_impulse* edge,
                                const edge_state* state)
{
    if (!(edge->rn > 0.0 && state->along <= 0.0)) return INFINITY;
    double scale_r = block->norm * (1.0 + block->mu) * edge->rn, largest = BL_LOCAL_LARGEST_AMPLIFICATION * scale_b;
    return (fabs(state->normal) + fabs(state->cross)) / (scale_b + (scale_r < largest ? scale_r : largest));
}

// Newton until the two equations hold to rounding. Returns the error reached.
double bl_local_refine_slide(const bl_local_block* block, const double b[3], bl_edge_impulse* edge)
{
    double best_error = INFINITY, scale_b = fabs(b[0]) + fabs(b[1]) + fabs(b[2]);
    bl_edge_impulse best = *edge;
    for (int i = 0; i < MAX_REFINEMENT_STEPS; i++) {
        edge_state state;
        edge_evaluate(block, b, edge, &state);
        double error = edge_error(block, scale_b, edge, &state);
        if (error <= BL_LOCAL_REFINED_ERROR) return error;
        if (error < best_error)
            best_error = error, best = *edge;
        else if (i > 2)
            break;
        edge_newton_step(block, &state, edge);
    }
    *edge = best;
    return best_error;
}

// ---------------------------------------------------------------------------------------------------------------------
// Slide: all solutions, for any block

// On the edge r = rn (1, mu t), u_N = 0 gives rn = -b_N / (w_N + mu <n, t>); put into u_T x t = 0 and multiplied by the
// denominator,
//     g(t) = (w_N + mu <n, t>) (b_T x t) - b_N ((a + mu W_T t) x t) = <l, t> + t^T Q t = 0,
//     l = (b_N a_2 - w_N b_2, w_N b_1 - b_N a_1),
// a quadratic form on the unit circle, in which nothing is divided by and W need be neither symmetric nor regular. The
// quartic of appendix B.1 of Daviet et al. is the same condition in the variable lambda, divided by b_N^2. Here the
// circle is opened at the point -e where |g| is largest, so that no root is near infinity: t = ((1 - x^2) e + 2 x p) /
// (1 + x^2), p = e turned by 90 degrees, gives a quartic in x.
static void circle_form(const bl_local_block* block, const double b[3], double l[2], double q[3])
{
    const double* w = block->w;
    double mu = block->mu;
    l[0] = b[0] * w[6] - w[0] * b[2];
    l[1] = w[0] * b[1] - b[0] * w[3];
    q[0] = mu * (b[0] * w[7] - w[1] * b[2]);
    q[1] = 0.5 * mu * (w[1] * b[1] - w[2] * b[2] - b[0] * (w[4] - w[8]));
    q[2] = mu * (w[2] * b[1] - b[0] * w[5]);
}

// g has at most four zeros on the circle, so of eight points at least four are none.
static void choose_opening(const double l[2], const double q[3], double e[2])
{
    static const double cosines[8] = {1.0,  0.70710678118654752,  0.0, -0.70710678118654752,
                                      -1.0, -0.70710678118654752, 0.0, 0.70710678118654752};
    double largest = -1.0;
    e[0] = 1.0, e[1] = 0.0;
    for (int i = 0; i < 8; i++) {
        double c = cosines[i], s = cosines[(i + 6) % 8];
        double g = fabs(-(l[0] * c + l[1] * s) + q[0] * c * c + 2.0 * q[1] * c * s + q[2] * s * s);
        if (g > largest) largest = g, e[0] = c, e[1] = s;
    }
}

static int circle_roots(const double l[2], const double q[3], double t[4][2])
{
    double e[2], x[4];
    choose_opening(l, q, e);
    double p[2] = {-e[1], e[0]};
    double l1 = bl_dot2(l, e), l2 = bl_dot2(l, p);
    double q11 = q[0] * e[0] * e[0] + 2.0 * q[1] * e[0] * e[1] + q[2] * e[1] * e[1];
    double q22 = q[0] * p[0] * p[0] + 2.0 * q[1] * p[0] * p[1] + q[2] * p[1] * p[1];
    double q12 = q[0] * e[0] * p[0] + q[1] * (e[0] * p[1] + e[1] * p[0]) + q[2] * e[1] * p[1];
    double c[5] = {q11 + l1, 2.0 * l2 + 4.0 * q12, 4.0 * q22 - 2.0 * q11, 2.0 * l2 - 4.0 * q12, q11 - l1};
    int count = bl_quartic_roots(c, x);
    for (int i = 0; i < count; i++) {
        double k = 1.0 / (1.0 + x[i] * x[i]);
        double cosine = (1.0 - x[i] * x[i]) * k, sine = 2.0 * x[i] * k;
        t[i][0] = cosine * e[0] + sine * p[0];
        t[i][1] = cosine * e[1] + sine * p[1];
    }
    return count;
}

// Tries r; keeps it in `best` if it is better: exact beats inexact, then the smaller normal impulse, or the smaller
// error.
static void consider(const bl_local_block* block, const double b[3], const double r[3], double best[3],
                     double* best_error)
{
    if (!bl_cone_contains(block->mu, r)) return;
    double error = bl_local_error(block, b, r);
    bool is_exact = error <= BL_LOCAL_ACCEPT_ERROR, was_exact = *best_error <= BL_LOCAL_ACCEPT_ERROR;
    bool is_better = is_exact && was_exact ? r[0] < best[0] : error < *best_error;
    if (!is_better) return;
    *best_error = error;
    bl_local_copy(r, best);
}

// The rn that fits u_N = 0 and u_T x t = 0 best; both are linear in it, and either alone may be degenerate.
static double fitted_normal(const bl_local_block* block, const double b[3], const double t[2])
{
    bl_edge_impulse none = {0.0, {t[0], t[1]}};
    edge_state state;
    edge_evaluate(block, b, &none, &state);
    double dn = state.d[0], dc = bl_cross2(state.d + 1, t);
    return -(dn * state.normal + dc * state.cross) / (dn * dn + dc * dc);
}

static void consider_slides(const bl_local_block* block, const double b[3], double best[3], double* best_error)
{
    double l[2], q[3], t[4][2], r[3];
    circle_form(block, b, l, q);
    int count = circle_roots(l, q, t);
    for (int i = 0; i < count; i++) {
        bl_edge_impulse edge = {0.0, {t[i][0], t[i][1]}};
        edge.rn = fitted_normal(block, b, edge.t);
        if (!(edge.rn > 0.0 && isfinite(edge.rn))) continue;
        bl_edge_to_impulse(block, &edge, r);
        consider(block, b, r, best, best_error);
        if (!isfinite(bl_local_refine_slide(block, b, &edge))) continue;
        bl_edge_to_impulse(block, &edge, r);
        consider(block, b, r, best, best_error);
    }
}

// No exact solution was found: walks downhill with the projected fixed point r <- P_K(r - u~ / |W|) from the best so
// far.
static void rescue(const bl_local_block* block, const double b[3], double best[3], double* best_error)
{
    double r[3];
    bl_local_copy(best, r);
    if (!(block->norm > 0.0)) return;
    for (int i = 0; i < MAX_RESCUE_STEPS; i++) {
        double u[3], s[3];
        bl_local_velocity(block, b, r, u);
        bl_cone_shift_velocity(block->mu, u, s);
        for (int k = 0; k < 3; k++)
            r[k] -= s[k] / block->norm;
        bl_cone_project(block->mu, r, r);
        r[1] *= BL_LOCAL_INSIDE, r[2] *= BL_LOCAL_INSIDE;
        consider(block, b, r, best, best_error);
    }
}

bl_local_status bl_local_slide_enumerate(const bl_local_block* block, const double b[3], double r[3])
{
    double best[3] = {0.0, 0.0, 0.0}, stuck[3], error = INFINITY;
    consider(block, b, best, best, &error);
    consider_slides(block, b, best, &error);
    if (!(error <= BL_LOCAL_ACCEPT_ERROR)) {
        consider(block, b, r, best, &error);
        bl_local_multiply(block->inverse, b, stuck);
        for (int i = 0; i < 3; i++)
            stuck[i] = -stuck[i];
        bl_cone_project(block->mu, stuck, stuck);
        consider(block, b, stuck, best, &error);
        rescue(block, b, best, &error);
    }
    bl_local_copy(best, r);
    return error <= BL_LOCAL_EXISTS_ERROR ? BL_LOCAL_SLIDE : BL_LOCAL_NO_SOLUTION;
}

// ---------------------------------------------------------------------------------------------------------------------
// The contact

bl_local_status bl_local_frictionless(const bl_local_block* block, const double b[3], double r[3])
{
    double n = -b[0] * block->inverse_wn;
    bool exists = n > 0.0 && isfinite(n);
    r[0] = exists ? n : 0.0;
    r[1] = r[2] = 0.0;
    return exists ? BL_LOCAL_SLIDE : BL_LOCAL_NO_SOLUTION;
}

bl_local_status bl_local_enumerative_solve(const bl_local_block* block, const double b[3], double r[3])
{
    if (b[0] >= 0.0) {
        r[0] = r[1] = r[2] = 0.0;
        return BL_LOCAL_OPEN;
    }
    if (!(block->mu > 0.0)) return bl_local_frictionless(block, b, r);
    if (bl_local_stick(block, b, r)) return BL_LOCAL_STICK;
    return bl_local_slide_enumerate(block, b, r);
}
