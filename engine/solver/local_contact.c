// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solves one contact by cases, as the enumerative solver of Daviet et al. 2011 (appendix B.2) does: open, stick, slide.
// The slide, where all the work is, is done twice: a fast root search in one scalar for the usual blocks, and a quartic
// with no assumption on the block for the rest.
//
// Notation, in the local order [N, T1, T2]:
//
//     W = | w_N  n^T |
//         | a    W_T |
//
// n: how tangential impulses move the normal; a: how normal impulses move the tangents. n = a if W is symmetric.

#include "solver/local_contact.h"

#include "math/cone.h"
#include "math/polynomial.h"
#include "solver/residual.h"

#include <float.h>

// Singular values below this part of the largest count as zero. Iterative refinement contracts by about
// eps / RANK_TOLERANCE, so it still converges at the limit.
#define RANK_TOLERANCE 2e-14
// det(W) / (product of the row lengths) is 1 for orthogonal rows and 0 for a singular block. Above SAFE_DETERMINANT the
// adjugate gives an inverse good enough for iterative refinement; above EXACT_DETERMINANT it needs none.
#define SAFE_DETERMINANT 1e-3
#define EXACT_DETERMINANT 0.1
// Local residual (see natural_error) below which a solution is exact to rounding and accepted without looking further.
#define ACCEPT_ERROR 4e-15
// The polishing of a slide stops here: its error bound is the sum of two misfits, each a few roundings.
#define POLISHED_ERROR 5e-16
// Above this no solution exists. In between, rounding hides the answer (a double root moves by sqrt(eps)).
#define EXISTS_ERROR 2e-14
// Errors are measured against the terms of u = W r + b, W r counting for at most this multiple of b: the largest that a
// block of condition 1e12 needs. Without the limit an absurdly large r would hide any misfit in its own rounding.
#define LARGEST_AMPLIFICATION 1e12
// Shortens tangential impulses on the edge of the cone by more than the rounding of their length.
#define INSIDE (1.0 - 4.0 * DBL_EPSILON)
// Newton steps of the two slide searches.
enum { MAX_SCALAR_STEPS = 16, MAX_POLISH_STEPS = 6, MAX_RESCUE_STEPS = 60 };

// An impulse on the edge of the cone: r = rn (1, mu t), |t| = 1.
typedef struct edge_impulse {
    double rn;
    double t[2];
} edge_impulse;

// ---------------------------------------------------------------------------------------------------------------------
// Small helpers

static double dot2(const double x[2], const double y[2])
{
    return x[0] * y[0] + x[1] * y[1];
}

static double cross2(const double x[2], const double y[2])
{
    return x[0] * y[1] - x[1] * y[0];
}

static double length3(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static void copy3(const double x[3], double y[3])
{
    y[0] = x[0], y[1] = x[1], y[2] = x[2];
}

// y = A x
static inline void multiply(const double a[9], const double x[3], double y[3])
{
    double x0 = x[0], x1 = x[1], x2 = x[2];
    y[0] = a[0] * x0 + a[1] * x1 + a[2] * x2;
    y[1] = a[3] * x0 + a[4] * x1 + a[5] * x2;
    y[2] = a[6] * x0 + a[7] * x1 + a[8] * x2;
}

// u = W r + b
static inline void velocity(const bl_local_block* block, const double b[3], const double r[3], double u[3])
{
    multiply(block->w, r, u);
    u[0] += b[0], u[1] += b[1], u[2] += b[2];
}

// The size of the terms of u = W r + b, whose rounding bounds every residual from below.
static double velocity_scale(const bl_local_block* block, const double b[3], const double r[3])
{
    double length = length3(b);
    return length + fmin(block->norm * length3(r), LARGEST_AMPLIFICATION * length);
}

// The natural map relative to velocity_scale: a pure number, about 1e-16 at a solution. Its weight is |W| / sqrt(3)
// (equal to tr(W) / 3 for an isotropic block), since the trace of a block that is not positive definite may vanish, and
// a weight of zero would not see whether r and u~ are orthogonal.
static double natural_error(const bl_local_block* block, const double b[3], const double r[3])
{
    double u[3], e[3];
    velocity(block, b, r, u);
    bl_natural_map(0.57735026918962576 * block->norm, block->mu, r, u, e);
    double scale = velocity_scale(block, b, r);
    return scale > 0.0 ? length3(e) / scale : 0.0;
}

// r = rn (1, mu t), drawn in so that rounding cannot leave it outside of the cone.
static inline void edge_to_impulse(const bl_local_block* block, const edge_impulse* edge, double r[3])
{
    double s = block->mu * edge->rn * INSIDE;
    r[0] = edge->rn, r[1] = s * edge->t[0], r[2] = s * edge->t[1];
}

// ---------------------------------------------------------------------------------------------------------------------
// Block

// One-sided Jacobi: turns columns p and q of `u` (and with them those of `v`) in their plane until they are orthogonal.
// Returns |cos| of the angle that they had.
static double orthogonalize_columns(double u[9], double v[9], int p, int q)
{
    double alpha = 0.0, beta = 0.0, gamma = 0.0;
    for (int i = 0; i < 9; i += 3) {
        alpha += u[i + p] * u[i + p];
        beta += u[i + q] * u[i + q];
        gamma += u[i + p] * u[i + q];
    }
    if (gamma == 0.0) return 0.0;
    double zeta = (beta - alpha) / (2.0 * gamma);
    double t = copysign(1.0, zeta) / (fabs(zeta) + hypot(1.0, zeta));
    double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
    for (int i = 0; i < 9; i += 3) {
        double up = u[i + p], uq = u[i + q], vp = v[i + p], vq = v[i + q];
        u[i + p] = c * up - s * uq, u[i + q] = s * up + c * uq;
        v[i + p] = c * vp - s * vq, v[i + q] = s * vp + c * vq;
    }
    return fabs(gamma) / sqrt(alpha * beta);
}

// Writes the pseudo-inverse and returns the rank. The iteration leaves w V = U S, S the singular values, U and V
// orthonormal, so w^+ = sum over the kept s_k of v_k (U S)_k^T / s_k^2.
static int pseudo_invert(const double w[9], double inverse[9])
{
    double u[9], v[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, s[3];
    for (int i = 0; i < 9; i++)
        u[i] = w[i], inverse[i] = 0.0;
    for (int sweep = 0; sweep < 30; sweep++) {
        double angle = orthogonalize_columns(u, v, 0, 1);
        angle = fmax(angle, orthogonalize_columns(u, v, 0, 2));
        angle = fmax(angle, orthogonalize_columns(u, v, 1, 2));
        if (angle <= DBL_EPSILON) break;
    }
    for (int k = 0; k < 3; k++)
        s[k] = sqrt(u[k] * u[k] + u[3 + k] * u[3 + k] + u[6 + k] * u[6 + k]);
    double limit = RANK_TOLERANCE * fmax(s[0], fmax(s[1], s[2]));
    int rank = 0;
    for (int k = 0; k < 3; k++) {
        if (!(s[k] > limit)) continue;
        rank++;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                inverse[3 * i + j] += (v[3 * i + k] / s[k]) * (u[3 * j + k] / s[k]);
    }
    return rank;
}

// Writes the inverse by the adjugate if the determinant is safely away from zero. Returns its ratio to Hadamard's
// bound, or 0.
static double invert_safe(const double w[9], double inverse[9])
{
    double c[9] = {w[4] * w[8] - w[5] * w[7], w[2] * w[7] - w[1] * w[8], w[1] * w[5] - w[2] * w[4],
                   w[5] * w[6] - w[3] * w[8], w[0] * w[8] - w[2] * w[6], w[2] * w[3] - w[0] * w[5],
                   w[3] * w[7] - w[4] * w[6], w[1] * w[6] - w[0] * w[7], w[0] * w[4] - w[1] * w[3]};
    double det = w[0] * c[0] + w[1] * c[3] + w[2] * c[6];
    double hadamard = length3(w) * length3(w + 3) * length3(w + 6);
    if (!(fabs(det) > SAFE_DETERMINANT * hadamard)) return 0.0;
    for (int i = 0; i < 9; i++)
        inverse[i] = c[i] / det;
    return fabs(det) / hadamard;
}

void bl_local_block_init(bl_local_block* block, const double w[9], double mu)
{
    double sum = 0.0;
    for (int i = 0; i < 9; i++) {
        block->w[i] = w[i];
        sum += w[i] * w[i];
    }
    block->mu = mu;
    block->norm = sqrt(sum);
    block->weight = fmax(0.0, (w[0] + w[4] + w[8]) / 3.0);
    block->inverse_wn = w[0] > 0.0 ? 1.0 / w[0] : 0.0;
    double determinant = invert_safe(w, block->inverse);
    block->needs_refinement = !(determinant > EXACT_DETERMINANT);
    block->rank = determinant > 0.0 ? 3 : pseudo_invert(w, block->inverse);
}

// ---------------------------------------------------------------------------------------------------------------------
// Stick

// The impulse closest to r on the line r + s |r| v that is in the cone. Points of the line in the double cone
// |x_T|^2 <= mu^2 x_N^2 satisfy the quadratic c2 s^2 + c1 s + c0 <= 0, an interval whose ends are its roots (or the
// outside of it when v is itself inside the double cone), so the closest admissible point is r or one of the roots.
static bool move_along_null(double mu, const double unit[3], double r[3])
{
    if (bl_cone_contains(mu, r)) return true;
    double m2 = mu * mu, size = length3(r), v[3] = {size * unit[0], size * unit[1], size * unit[2]};
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
        multiply(block->inverse, column, x);
        for (int i = 0; i < 3; i++)
            x[i] = (i == j ? 1.0 : 0.0) - x[i];
        double length = length3(x);
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
        velocity(block, b, r, u);
        if (length3(u) <= 0.5 * DBL_EPSILON * velocity_scale(block, b, r)) return;
        multiply(block->inverse, u, d);
        r[0] -= d[0], r[1] -= d[1], r[2] -= d[2];
    }
}

// Draws r in by rounding errors if that is all it takes to be admissible.
static bool settle_in_cone(double mu, double r[3])
{
    if (bl_cone_contains(mu, r)) return true;
    double t = bl_tangent_length(r), limit = mu * r[0];
    if (!(r[0] > 0.0 && t <= limit * (1.0 + 8.0 * DBL_EPSILON))) return false;
    double s = limit / t * INSIDE;
    r[1] *= s, r[2] *= s;
    return true;
}

static bool stick_ill_conditioned(const bl_local_block* block, const double b[3], double r[3])
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
    velocity(block, b, r, u);
    return length3(u) <= ACCEPT_ERROR * velocity_scale(block, b, r);
}

// r = -W^-1 b if that is in the cone. Singular blocks: the shortest admissible r with W r = -b, if b is in the range of
// W.
static bool stick(const bl_local_block* block, const double b[3], double r[3])
{
    double x[3];
    multiply(block->inverse, b, x);
    x[0] = -x[0], x[1] = -x[1], x[2] = -x[2];
    if (block->needs_refinement) {
        if (!stick_ill_conditioned(block, b, x)) return false;
    } else if (!bl_cone_contains(block->mu, x)) {
        return false;
    }
    copy3(x, r);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Slide: polishing on the edge of the cone

// The two equations of a slide that do not hold by construction for r = rn (1, mu t): u_N = 0 and u_T x t = 0. The
// third condition is <u_T, t> <= 0.
typedef struct edge_state {
    double d[3];   // W (1, mu t)
    double normal; // u_N
    double cross;  // u_T x t
    double along;  // <u_T, t>
} edge_state;

static inline void edge_evaluate(const bl_local_block* block, const double b[3], const edge_impulse* edge,
                                 edge_state* state)
{
    double x[3] = {1.0, block->mu * edge->t[0], block->mu * edge->t[1]};
    multiply(block->w, x, state->d);
    double u[2] = {edge->rn * state->d[1] + b[1], edge->rn * state->d[2] + b[2]};
    state->normal = edge->rn * state->d[0] + b[0];
    state->cross = cross2(u, edge->t);
    state->along = dot2(u, edge->t);
}

// One Newton step in (rn, angle of t). With p = t turned by 90 degrees, dt = p d(angle) and u x p = <u, t>:
//     d(u_N)     = d_N drn + mu rn <n, p> d(angle)
//     d(u_T x t) = (d_T x t) drn + (mu rn (W_T p) x t + <u_T, t>) d(angle)
// t is turned by the Cayley map, a rotation by 2 atan(angle / 2), which agrees to second order; for the small angles of
// the last step its series does, as |t|^2 changes by angle^4 / 4 only.
static inline void edge_newton_step(const bl_local_block* block, const edge_state* state, edge_impulse* edge)
{
    const double* w = block->w;
    double t0 = edge->t[0], t1 = edge->t[1], s = block->mu * edge->rn;
    double p[2] = {-t1, t0};
    double wp[2] = {w[4] * p[0] + w[5] * p[1], w[7] * p[0] + w[8] * p[1]};
    double j00 = state->d[0], j01 = s * (w[1] * p[0] + w[2] * p[1]);
    double j10 = state->d[1] * t1 - state->d[2] * t0, j11 = s * cross2(wp, edge->t) + state->along;
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

// The misfit of a slide relative to the terms of u, or infinity where it is none. On a slide of the law the natural map
// is at most |(u_N, u_T x t)|, as the projection is non-expansive.
static inline double edge_error(const bl_local_block* block, double scale_b, const edge_impulse* edge,
                                const edge_state* state)
{
    if (!(edge->rn > 0.0 && state->along <= 0.0)) return INFINITY;
    double scale_r = block->norm * (1.0 + block->mu) * edge->rn, largest = LARGEST_AMPLIFICATION * scale_b;
    return (fabs(state->normal) + fabs(state->cross)) / (scale_b + (scale_r < largest ? scale_r : largest));
}

// Newton until the two equations hold to rounding. Returns the error reached.
static double polish_slide(const bl_local_block* block, const double b[3], edge_impulse* edge)
{
    double best_error = INFINITY, scale_b = fabs(b[0]) + fabs(b[1]) + fabs(b[2]);
    edge_impulse best = *edge;
    for (int i = 0; i < MAX_POLISH_STEPS; i++) {
        edge_state state;
        edge_evaluate(block, b, edge, &state);
        double error = edge_error(block, scale_b, edge, &state);
        if (error <= POLISHED_ERROR) return error;
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
// Slide: the scalar equation

// Sliding means u_N = 0 and u_T = -lambda r_T, lambda > 0. With w_N > 0 the first gives r_N = -(b_N + <n, r_T>) / w_N,
// and the second (S + lambda) r_T = -c with the Schur complement S = W_T - a n^T / w_N and c = b_T - a b_N / w_N. As
// adj(S + lambda) = adj(S) + lambda for a 2x2 matrix,
//     r_T = -y / D,   y = adj(S) c + lambda c,   D = lambda^2 + tr(S) lambda + det(S),
//     mu r_N = M / D, M = -(mu / w_N) (b_N D - <n, y>), quadratic in lambda.
// So |r_T| = mu r_N reads g(lambda) = M / |y| - 1 = 0 wherever D > 0: D cancels. Neither b_N nor n, a are divided by.
// M has the leading coefficient -mu b_N / w_N > 0.
//
// If tr(S) >= 0 and det(S) >= 0 (every positive definite W), D > 0 for all lambda > 0; stick has failed, so
// g(0) < 0; and g grows like (mu |b_N| / w_N) lambda / |c|: a root exists. Without coupling (n = a = 0) g + 1 is the
// reciprocal of the secular function |r_T| of trust regions (More and Sorensen 1983), concave and increasing for
// symmetric S, linear for S = s 1: Newton from the left is monotone, and one step is exact for an isotropic block. With
// coupling g need not be monotone, so the steps are kept in a bracket.
typedef struct scalar_slide {
    double c[2];       // y = y0 + lambda c
    double y0[2];      // adj(S) c
    double m0, m1, m2; // M = m0 + m1 lambda + m2 lambda^2
    double trace, det; // of S
} scalar_slide;

// Returns false if D may vanish.
static bool scalar_slide_init(const bl_local_block* block, const double b[3], scalar_slide* f)
{
    const double* w = block->w;
    double i = block->inverse_wn;
    if (!(i > 0.0)) return false;
    double a0 = w[3] * i, a1 = w[6] * i;
    double s00 = w[4] - a0 * w[1], s01 = w[5] - a0 * w[2], s10 = w[7] - a1 * w[1], s11 = w[8] - a1 * w[2];
    double trace = s00 + s11, det = s00 * s11 - s01 * s10;
    if (!(trace >= 0.0 && det >= 0.0)) return false;
    double c0 = b[1] - a0 * b[0], c1 = b[2] - a1 * b[0];
    double k = block->mu * i;
    f->c[0] = c0, f->c[1] = c1;
    f->y0[0] = s11 * c0 - s01 * c1, f->y0[1] = s00 * c1 - s10 * c0;
    f->m0 = k * (w[1] * f->y0[0] + w[2] * f->y0[1] - b[0] * det);
    f->m1 = k * (w[1] * c0 + w[2] * c1 - b[0] * trace);
    f->m2 = -k * b[0];
    f->trace = trace, f->det = det;
    return true;
}

// Where to start. A sliding guess tells: lambda = -<u_T, r_T> / |r_T|^2. Otherwise the root of the expansion of g at
// large lambda, g + 1 = (m2 lambda + m1 - m2 <y0, c> / |c|^2 + ...) / |c|, exact for an isotropic block.
static inline double start_lambda(const bl_local_block* block, const double b[3], const scalar_slide* f,
                                  const double r[3])
{
    double square = r[1] * r[1] + r[2] * r[2], lambda;
    if (square > 0.0) {
        double u[3];
        velocity(block, b, r, u);
        lambda = -(u[1] * r[1] + u[2] * r[2]) / square;
    } else {
        double c2 = dot2(f->c, f->c);
        lambda = (sqrt(c2) - f->m1) / f->m2 + dot2(f->y0, f->c) / c2;
    }
    return lambda > 0.0 ? lambda : 0.0; // an infinite one falls back to bisection
}

// The edge impulse r_T = -y / D. (r_N from u_N = 0 instead would divide by w_N + mu <n, t>, which may nearly vanish.)
static void scalar_slide_impulse(const bl_local_block* block, const scalar_slide* f, double lambda, edge_impulse* edge)
{
    double y0 = f->y0[0] + lambda * f->c[0], y1 = f->y0[1] + lambda * f->c[1];
    double length = sqrt(y0 * y0 + y1 * y1);
    double d = f->det + lambda * (f->trace + lambda);
    double inverse = -1.0 / length;
    edge->t[0] = y0 * inverse, edge->t[1] = y1 * inverse;
    edge->rn = length / (block->mu * d);
}

// Moves lambda to g(lambda) = 0: until |g| was below the tolerance before the last Newton step, which squares it.
static bool scalar_slide_solve(const scalar_slide* f, double tolerance, double expansion, double* lambda)
{
    double low = 0.0, high = INFINITY, x = *lambda;
    for (int i = 0; i < MAX_SCALAR_STEPS; i++) {
        double y0 = f->y0[0] + x * f->c[0], y1 = f->y0[1] + x * f->c[1];
        double m = f->m0 + x * (f->m1 + x * f->m2), dm = f->m1 + 2.0 * x * f->m2;
        double square = y0 * y0 + y1 * y1, length = sqrt(square);
        double misfit = m - length; // |y| g
        if (misfit < 0.0)
            low = x;
        else
            high = x;
        double slope = dm * square - m * (y0 * f->c[0] + y1 * f->c[1]); // |y|^3 dg
        double next = x - misfit * (square / slope); // the division does not wait for the square root
        bool is_inside = next >= low && next <= high;
        if (is_inside && fabs(misfit) <= tolerance * length) {
            *lambda = next;
            return true;
        }
        if (!is_inside) next = high < INFINITY ? 0.5 * (low + high) : 4.0 * low + expansion;
        x = next;
    }
    *lambda = x;
    return false;
}

static bool slide_fast(const bl_local_block* block, const double b[3], double r[3])
{
    // The polishing doubles the digits again if need be. Where it needs a better start, the scalar search goes on to
    // the end.
    static const double tolerances[2] = {1e-6, 1e-12};
    scalar_slide f;
    if (!scalar_slide_init(block, b, &f)) return false;
    double lambda = start_lambda(block, b, &f, r);
    for (int i = 0; i < 2; i++) {
        edge_impulse edge;
        if (!scalar_slide_solve(&f, tolerances[i], block->norm, &lambda) && i == 0) continue;
        scalar_slide_impulse(block, &f, lambda, &edge);
        if (!(polish_slide(block, b, &edge) <= ACCEPT_ERROR)) continue;
        edge_to_impulse(block, &edge, r);
        return true;
    }
    return false;
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
    double l1 = dot2(l, e), l2 = dot2(l, p);
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
    double error = natural_error(block, b, r);
    bool is_exact = error <= ACCEPT_ERROR, was_exact = *best_error <= ACCEPT_ERROR;
    bool is_better = is_exact && was_exact ? r[0] < best[0] : error < *best_error;
    if (!is_better) return;
    *best_error = error;
    copy3(r, best);
}

// The rn that fits u_N = 0 and u_T x t = 0 best; both are linear in it, and either alone may be degenerate.
static double fitted_normal(const bl_local_block* block, const double b[3], const double t[2])
{
    edge_impulse none = {0.0, {t[0], t[1]}};
    edge_state state;
    edge_evaluate(block, b, &none, &state);
    double dn = state.d[0], dc = cross2(state.d + 1, t);
    return -(dn * state.normal + dc * state.cross) / (dn * dn + dc * dc);
}

static void consider_slides(const bl_local_block* block, const double b[3], double best[3], double* best_error)
{
    double l[2], q[3], t[4][2], r[3];
    circle_form(block, b, l, q);
    int count = circle_roots(l, q, t);
    for (int i = 0; i < count; i++) {
        edge_impulse edge = {0.0, {t[i][0], t[i][1]}};
        edge.rn = fitted_normal(block, b, edge.t);
        if (!(edge.rn > 0.0 && isfinite(edge.rn))) continue;
        edge_to_impulse(block, &edge, r);
        consider(block, b, r, best, best_error);
        if (!isfinite(polish_slide(block, b, &edge))) continue;
        edge_to_impulse(block, &edge, r);
        consider(block, b, r, best, best_error);
    }
}

// No exact solution was found: walks downhill with the projected fixed point r <- P_K(r - u~ / |W|) from the best so
// far.
static void rescue(const bl_local_block* block, const double b[3], double best[3], double* best_error)
{
    double r[3];
    copy3(best, r);
    if (!(block->norm > 0.0)) return;
    for (int i = 0; i < MAX_RESCUE_STEPS; i++) {
        double u[3], s[3];
        velocity(block, b, r, u);
        bl_cone_shift_velocity(block->mu, u, s);
        for (int k = 0; k < 3; k++)
            r[k] -= s[k] / block->norm;
        bl_cone_project(block->mu, r, r);
        r[1] *= INSIDE, r[2] *= INSIDE;
        consider(block, b, r, best, best_error);
    }
}

static bl_local_status slide_enumerate(const bl_local_block* block, const double b[3], double r[3])
{
    double best[3] = {0.0, 0.0, 0.0}, stuck[3], error = INFINITY;
    consider(block, b, best, best, &error);
    consider_slides(block, b, best, &error);
    if (!(error <= ACCEPT_ERROR)) {
        consider(block, b, r, best, &error);
        multiply(block->inverse, b, stuck);
        for (int i = 0; i < 3; i++)
            stuck[i] = -stuck[i];
        bl_cone_project(block->mu, stuck, stuck);
        consider(block, b, stuck, best, &error);
        rescue(block, b, best, &error);
    }
    copy3(best, r);
    return error <= EXISTS_ERROR ? BL_LOCAL_SLIDE : BL_LOCAL_NO_SOLUTION;
}

// ---------------------------------------------------------------------------------------------------------------------
// The contact

static bl_local_status solve_frictionless(const bl_local_block* block, const double b[3], double r[3])
{
    double n = -b[0] * block->inverse_wn;
    bool exists = n > 0.0 && isfinite(n);
    r[0] = exists ? n : 0.0;
    r[1] = r[2] = 0.0;
    return exists ? BL_LOCAL_SLIDE : BL_LOCAL_NO_SOLUTION;
}

bl_local_status bl_local_contact_solve(const bl_local_block* block, const double b[3], double r[3])
{
    if (b[0] >= 0.0) {
        r[0] = r[1] = r[2] = 0.0;
        return BL_LOCAL_OPEN;
    }
    if (!(block->mu > 0.0)) return solve_frictionless(block, b, r);
    if (stick(block, b, r)) return BL_LOCAL_STICK;
    if (slide_fast(block, b, r)) return BL_LOCAL_SLIDE;
    return slide_enumerate(block, b, r);
}
