// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solves one contact by cases, as the enumerative solver (local_enumerative.c) does: open, stick, slide. The slide,
// where all the work is, is done twice: a fast root search in one scalar for the usual blocks, here, and the quartic of
// the enumerative solver for the rest. local_enumerative.h has the notation.

#include "solver/law/local_contact.h"

#include "belay/mat.h"
#include "core/assert.h"
#include "core/inline.h"
#include "math/cone.h"
#include "solver/law/law_tolerances.h"
#include "solver/law/local_enumerative.h"

// Newton steps of the scalar slide search.
enum { MAX_SCALAR_STEPS = 16 };

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
    double t = copysign(1.0, zeta) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
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
    double limit = BL_LOCAL_RANK_TOLERANCE * fmax(s[0], fmax(s[1], s[2]));
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

static inline belay_mat33 matrix_of(const double w[9])
{
    belay_mat33 a = {{w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8]}};
    return a;
}

// The determinant's ratio to Hadamard's bound, or 0 where it is not safely away from zero.
static double safe_determinant(belay_mat33 a)
{
    double det = m3_determinant(a), hadamard = m3_row_product(a);
    return fabs(det) > BL_LOCAL_SAFE_DETERMINANT * hadamard ? fabs(det) / hadamard : 0.0;
}

static inline void invert(belay_mat33 a, double inverse[9])
{
    belay_mat33 adjugate = m3_adjugate(a);
    double det = m3_determinant(a);
    for (int i = 0; i < 9; i++)
        inverse[i] = adjugate.m[i] / det;
}

// The matrix and its scales.
static void set_scales(bl_local_block* block, const double w[9], double mu)
{
    double sum = 0.0;
    for (int i = 0; i < 9; i++) {
        block->w[i] = w[i];
        sum += w[i] * w[i];
    }
    block->mu = mu;
    block->norm = sqrt(sum);
    block->inverse_wn = w[0] > 0.0 ? 1.0 / w[0] : 0.0;
}

double bl_local_matrix_weight(const double w[9])
{
    return fmax(0.0, (w[0] + w[4] + w[8]) / 3.0);
}

bool bl_local_matrix_is_well_conditioned(const double w[9])
{
    return safe_determinant(matrix_of(w)) > BL_LOCAL_EXACT_DETERMINANT;
}

void bl_local_block_init(bl_local_block* block, const double w[9], double mu)
{
    BELAY_ASSERT(mu >= 0.0);
    set_scales(block, w, mu);
    block->weight = bl_local_matrix_weight(w);
    double determinant = safe_determinant(matrix_of(w));
    block->needs_refinement = !(determinant > BL_LOCAL_EXACT_DETERMINANT);
    block->rank = 3;
    if (determinant > 0.0)
        invert(matrix_of(w), block->inverse);
    else
        block->rank = pseudo_invert(w, block->inverse);
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
        bl_local_velocity(block, b, r, u);
        lambda = -(u[1] * r[1] + u[2] * r[2]) / square;
    } else {
        double c2 = bl_dot2(f->c, f->c);
        lambda = (sqrt(c2) - f->m1) / f->m2 + bl_dot2(f->y0, f->c) / c2;
    }
    return lambda > 0.0 ? lambda : 0.0; // an infinite one falls back to bisection
}

// The edge impulse r_T = -y / D. (r_N from u_N = 0 instead would divide by w_N + mu <n, t>, which may nearly vanish.)
static void scalar_slide_impulse(const bl_local_block* block, const scalar_slide* f, double lambda,
                                 bl_edge_impulse* edge)
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
        double excess = m - length; // |y| g
        if (excess < 0.0)
            low = x;
        else
            high = x;
        double slope = dm * square - m * (y0 * f->c[0] + y1 * f->c[1]); // |y|^3 dg
        double next = x - excess * (square / slope); // the division does not wait for the square root
        bool is_inside = next >= low && next <= high;
        if (is_inside && fabs(excess) <= tolerance * length) {
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
    // The refinement doubles the digits again if need be. Where it needs a better start, the scalar search goes on to
    // the end.
    static const double tolerances[2] = {1e-6, 1e-12};
    scalar_slide f;
    if (!scalar_slide_init(block, b, &f)) return false;
    double lambda = start_lambda(block, b, &f, r);
    for (int i = 0; i < 2; i++) {
        bl_edge_impulse edge;
        if (!scalar_slide_solve(&f, tolerances[i], block->norm, &lambda) && i == 0) continue;
        scalar_slide_impulse(block, &f, lambda, &edge);
        if (!(bl_local_refine_slide(block, b, &edge) <= BL_LOCAL_ACCEPT_ERROR)) continue;
        bl_edge_to_impulse(block, &edge, r);
        return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------------------------
// The contact

static bl_local_status stay_open(double r[3])
{
    r[0] = r[1] = r[2] = 0.0;
    return BL_LOCAL_OPEN;
}

// By itself, so that what opens or sticks, which is most of all contacts, does not make room on the stack for it.
static BL_NEVER_INLINE bl_local_status slide(const bl_local_block* block, const double b[3], double r[3])
{
    return slide_fast(block, b, r) ? BL_LOCAL_SLIDE : bl_local_slide_enumerate(block, b, r);
}

bl_local_status bl_local_contact_solve(const bl_local_block* block, const double b[3], double r[3])
{
    if (b[0] >= 0.0) return stay_open(r);
    if (!(block->mu > 0.0)) return bl_local_frictionless(block, b, r);
    return bl_local_stick(block, b, r) ? BL_LOCAL_STICK : slide(block, b, r);
}

bl_local_status bl_local_matrix_solve(const double w[9], double mu, bool is_well_conditioned, const double b[3],
                                      double r[3])
{
    if (b[0] >= 0.0) return stay_open(r);
    bl_local_block block;
    if (!is_well_conditioned) {
        bl_local_block_init(&block, w, mu);
        return bl_local_contact_solve(&block, b, r);
    }
    invert(matrix_of(w), block.inverse);
    block.mu = mu;
    block.weight = 0.0; // a scale of residuals, which no solver of one contact goes by
    block.rank = 3;
    block.needs_refinement = false;
    if (mu > 0.0 && bl_local_stick(&block, b, r)) return BL_LOCAL_STICK;
    set_scales(&block, w, mu);
    return mu > 0.0 ? slide(&block, b, r) : bl_local_frictionless(&block, b, r);
}

bl_local_status bl_local_contact_solve_with(bl_local_fn* local, const bl_local_block* block, const double b[3],
                                            double r[3])
{
    bl_local_status status = local(block, b, r);
    if (!bl_cone_contains(block->mu, r)) bl_cone_project(block->mu, r, r);
    return status;
}
