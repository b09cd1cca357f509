// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One contact by Newton's method on the Alart-Curnier function (Bertails-Descoubes et al. 2011, eq. 4), as it is and
// damped by the Goldstein-Price search (algorithms 1 and 2). Direction and safeguard are those of local_newton_fb.c.
//
// The unknown is the velocity v = w r, w = bl_local_weight, as in local_newton_fb.c. The equations are -1 / rho times
// those of the paper, velocities too. With p_N = w_N r_N = k_N v_N and p_T = w_T r_T = k_T v_T, w_N = 1 / rho_N and
// w_T = 1 / rho_T,
//
//     f_N = p_N - max(0, p_N - u_N),   f_T = p_T - P_B(y),   y = p_T - u_T,   B the disk of radius delta = mu w_T r_N.
//
// w_N is W's own, and w_T the largest eigenvalue of W_T, so that each step is a projected gradient one in scale.

#include "solver/law/local_enumerative.h"

enum { MAX_PURE_STEPS = 50, MAX_DAMPED_STEPS = 100, MAX_SEARCH_STEPS = 4 };

typedef struct curnier {
    const bl_local_block* block;
    const double* b;
    double m[9];   // W / w
    double kn, kt; // w_N / w, w_T / w
} curnier;

// The larger eigenvalue of the symmetric part of m_T: (trace + sqrt((m_11 - m_22)^2 + (m_12 + m_21)^2)) / 2.
static double tangent_scale(const double m[9])
{
    double difference = m[4] - m[8], off = m[5] + m[7];
    return 0.5 * (m[4] + m[8] + sqrt(difference * difference + off * off));
}

static void curnier_init(curnier* c, const bl_local_block* block, const double b[3])
{
    double w = bl_local_weight(block);
    c->block = block, c->b = b;
    for (int i = 0; i < 9; i++)
        c->m[i] = block->w[i] / w;
    c->kn = c->m[0] > 0.0 ? c->m[0] : 1.0;
    c->kt = tangent_scale(c->m);
    if (!(c->kt > 0.0)) c->kt = 1.0;
}

// Pressed (p_N > u_N): f_N = u_N. Otherwise f_N = p_N.
static void normal_part(const curnier* c, const double u[3], const double v[3], double f[3], double j[9])
{
    double p = c->kn * v[0];
    if (p > u[0]) {
        f[0] = u[0];
        j[0] = c->m[0], j[1] = c->m[1], j[2] = c->m[2];
    } else {
        f[0] = p;
        j[0] = c->kn, j[1] = j[2] = 0.0;
    }
}

// Outside of the disk, g = delta e with e = y / |y|:
//     df_T = dp_T - e d(delta) - (delta / |y|) (1 - e e^T) dy,   dy = dp_T - dM_T,   d(delta) = mu k_T dv_N,
// and as 1 - e e^T = q q^T, q being e turned by 90 degrees, the last term is (delta / |y|) q <q, dy>.
static void sliding_part(const curnier* c, const double y[2], double length, const double v[3], double f[3],
                         double j[9])
{
    double delta = c->block->mu * c->kt * v[0], share = delta / length, kt = c->kt;
    double e[2] = {y[0] / length, y[1] / length}, q[2] = {-e[1], e[0]};
    f[1] = kt * v[1] - delta * e[0];
    f[2] = kt * v[2] - delta * e[1];
    for (int i = 0; i < 3; i++) {
        double dp1 = i == 1 ? kt : 0.0, dp2 = i == 2 ? kt : 0.0, dd = i == 0 ? c->block->mu * kt : 0.0;
        double along = share * (q[0] * (dp1 - c->m[3 + i]) + q[1] * (dp2 - c->m[6 + i]));
        j[3 + i] = dp1 - e[0] * dd - along * q[0];
        j[6 + i] = dp2 - e[1] * dd - along * q[1];
    }
}

// Inside of the disk f_T = u_T; a disk of negative radius is a point by the convention of eq. 4, f_T = p_T.
static void tangential_part(const curnier* c, const double u[3], const double v[3], double f[3], double j[9])
{
    double y[2] = {c->kt * v[1] - u[1], c->kt * v[2] - u[2]};
    double length = sqrt(bl_dot2(y, y)), delta = c->block->mu * c->kt * v[0];
    if (length <= delta) {
        f[1] = u[1], f[2] = u[2];
        for (int i = 3; i < 9; i++)
            j[i] = c->m[i];
    } else if (delta > 0.0) {
        sliding_part(c, y, length, v, f, j);
    } else {
        f[1] = c->kt * v[1], f[2] = c->kt * v[2];
        j[3] = 0.0, j[4] = c->kt, j[5] = 0.0;
        j[6] = 0.0, j[7] = 0.0, j[8] = c->kt;
    }
}

// Returns |f|.
static double curnier_evaluate(const curnier* c, const double v[3], double f[3], double j[9])
{
    double u[3];
    bl_local_multiply(c->m, v, u);
    u[0] += c->b[0], u[1] += c->b[1], u[2] += c->b[2];
    normal_part(c, u, v, f, j);
    tangential_part(c, u, v, f, j);
    return bl_local_length(f);
}

static bool is_solved(const curnier* c, const double v[3], double size)
{
    double r[3], w = bl_local_weight(c->block);
    for (int k = 0; k < 3; k++)
        r[k] = v[k] / w;
    return size <= BL_LOCAL_NEWTON_ERROR * (1.0 + c->block->mu) * bl_local_velocity_scale(c->block, c->b, r);
}

// Algorithm 2: the step length along d, for the merit q = |f|^2 / 2 whose slope at zero is q' = <f, j d>. Lengths above
// 1 are never needed: q >= 0 cannot fall faster than the linear model at 1. A search that does not settle soon is at a
// kink of f, where shorter and shorter steps would end at a point that is no solution (the tip of the cone, where the
// radius of the disk vanishes, is one); the full step is then taken, whatever it does to q.
static double search_length(const curnier* c, const double v[3], const double d[3], const double f[3],
                            const double j[9])
{
    double jd[3], ft[3], jt[9], low = 0.0, high = 1.0, alpha = 1.0;
    bl_local_multiply(j, d, jd);
    double q0 = 0.5 * (f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
    double slope0 = f[0] * jd[0] + f[1] * jd[1] + f[2] * jd[2];
    for (int i = 0; i < MAX_SEARCH_STEPS; i++) {
        double trial[3] = {v[0] + alpha * d[0], v[1] + alpha * d[1], v[2] + alpha * d[2]};
        double size = curnier_evaluate(c, trial, ft, jt), slope = (0.5 * size * size - q0) / alpha;
        bool is_short = slope < BL_LOCAL_MOST_DECREASE * slope0 && alpha < 1.0;
        if (slope <= BL_LOCAL_LEAST_DECREASE * slope0 && !is_short) return alpha;
        if (is_short)
            low = alpha;
        else
            high = alpha;
        alpha = 0.5 * (low + high);
    }
    return 1.0;
}

static bl_local_status newton(const bl_local_block* block, const double b[3], double r[3], bool is_damped)
{
    if (b[0] >= 0.0) {
        r[0] = r[1] = r[2] = 0.0;
        return BL_LOCAL_OPEN;
    }
    if (!(block->mu > 0.0)) return bl_local_frictionless(block, b, r);
    curnier c;
    curnier_init(&c, block, b);
    double w = bl_local_weight(block), smallest = INFINITY;
    double v[3] = {w * r[0], w * r[1], w * r[2]}, best[3] = {0.0, 0.0, 0.0}, f[3], j[9], d[3];
    if (!isfinite(v[0] + v[1] + v[2])) v[0] = v[1] = v[2] = 0.0;
    for (int i = 0; i <= (is_damped ? MAX_DAMPED_STEPS : MAX_PURE_STEPS); i++) {
        double size = curnier_evaluate(&c, v, f, j);
        if (size < smallest) smallest = size, bl_local_copy(v, best);
        if (is_solved(&c, v, size) || !bl_local_newton_direction(j, f, d)) break;
        double alpha = is_damped ? search_length(&c, v, d, f, j) : 1.0;
        for (int k = 0; k < 3; k++)
            v[k] += alpha * d[k];
    }
    for (int k = 0; k < 3; k++)
        r[k] = best[k] / w;
    return bl_local_finish(block, b, r);
}

bl_local_status bl_local_newton_ac_solve(const bl_local_block* block, const double b[3], double r[3])
{
    return newton(block, b, r, true);
}

bl_local_status bl_local_newton_ac_pure_solve(const bl_local_block* block, const double b[3], double r[3])
{
    return newton(block, b, r, false);
}
