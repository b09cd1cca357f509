// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The Fischer-Burmeister function on the second-order cone, and the sums over contacts.

#include "solver/law/residual.h"

#include "core/assert.h"

static double squared_length(const double x[3])
{
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

// a + b - sqrt(a^2 + b^2); where a and b are positive, without cancellation.
static double fischer_burmeister_scalar(double a, double b)
{
    double h = sqrt(a * a + b * b);
    return a > 0.0 && b > 0.0 ? 2.0 * a * b / (a + b + h) : a + b - h;
}

// The eigenvalues of z = x o x + y o y are l+- = z_N +- |z_T|. At a sticking or open contact on the edge of its cone l-
// is zero, and the difference would leave an error of sqrt(eps) in sqrt(l-). Expanding z_N^2 - |z_T|^2 gives a sum of
// squares instead,
//     l+ l- = (det x)^2 + (det y)^2 + 2 (x_N y_N - <x_T, y_T>)^2 + 2 |x_N y_T - y_N x_T|^2 + 2 (x_T x y_T)^2,
// det x = (x_N - |x_T|) (x_N + |x_T|), from which l- follows to full accuracy.
static double eigenvalue_product(const double x[3], const double y[3])
{
    double xt = bl_tangent_length(x), yt = bl_tangent_length(y);
    double dx = (x[0] - xt) * (x[0] + xt), dy = (y[0] - yt) * (y[0] + yt);
    double c0 = x[0] * y[0] - x[1] * y[1] - x[2] * y[2];
    double c1 = x[0] * y[1] - y[0] * x[1], c2 = x[0] * y[2] - y[0] * x[2];
    double c3 = x[1] * y[2] - x[2] * y[1];
    return dx * dx + dy * dy + 2.0 * (c0 * c0 + c1 * c1 + c2 * c2 + c3 * c3);
}

// f = x + y - z^(1/2), with z^(1/2) = (sqrt(l+) + sqrt(l-)) / 2 along e_N and (sqrt(l+) - sqrt(l-)) / 2 along z_T
// (appendix A.1 of Daviet et al. 2011). The second is z_T / (sqrt(l+) + sqrt(l-)), which needs no unit vector of a
// vanishing z_T.
static void fischer_burmeister_cone(const double x[3], const double y[3], double f[3])
{
    double z0 = squared_length(x) + squared_length(y);
    double z1 = 2.0 * (x[0] * x[1] + y[0] * y[1]), z2 = 2.0 * (x[0] * x[2] + y[0] * y[2]);
    double large = z0 + sqrt(z1 * z1 + z2 * z2);
    double small = large > 0.0 ? eigenvalue_product(x, y) / large : 0.0;
    double s = sqrt(large) + sqrt(small);
    double inverse = s > 0.0 ? 1.0 / s : 0.0;
    f[0] = x[0] + y[0] - 0.5 * s;
    f[1] = x[1] + y[1] - inverse * z1;
    f[2] = x[2] + y[2] - inverse * z2;
}

void bl_fischer_burmeister_shifted(double w, double mu, const double r[3], const double u[3], double shift, double e[3])
{
    if (mu == 0.0) {
        double n = fischer_burmeister_scalar(w * r[0], u[0]);
        e[0] = n, e[1] = w * r[1], e[2] = w * r[2];
        return;
    }
    double x[3] = {w * mu * r[0], w * r[1], w * r[2]};
    double y[3] = {u[0] + shift, mu * u[1], mu * u[2]};
    fischer_burmeister_cone(x, y, e);
}

void bl_fischer_burmeister(double w, double mu, const double r[3], const double u[3], double e[3])
{
    bl_fischer_burmeister_shifted(w, mu, r, u, mu * bl_tangent_length(u), e);
}

void bl_residual_sum_init(bl_residual_sum* sum)
{
    sum->natural = sum->alart_curnier = sum->fischer_burmeister = sum->q = 0.0;
    sum->worst = sum->alart_curnier_worst = sum->fischer_burmeister_worst = 0.0;
    sum->worst_raw = -1.0;
    sum->worst_contact = -1;
}

// Written so that the first contact always counts and a NaN, once met, stays.
static void take_worst(bl_residual_sum* sum, double natural, int contact)
{
    if (sum->worst_contact >= 0 && (isnan(sum->worst) || natural <= sum->worst)) return;
    sum->worst = natural;
    sum->worst_contact = contact;
}

void bl_residual_sum_add(bl_residual_sum* sum, int contact, double weight, double mu, const double r[3],
                         const double u[3], const double q[3])
{
    BELAY_ASSERT(weight >= 0.0 && mu >= 0.0);
    double e[3];
    bl_natural_map(weight, mu, r, u, e);
    double natural = squared_length(e);
    sum->natural += natural;
    bl_alart_curnier(weight, mu, r, u, e);
    double alart_curnier = squared_length(e);
    sum->alart_curnier += alart_curnier;
    sum->alart_curnier_worst = fmax(sum->alart_curnier_worst, alart_curnier);
    bl_fischer_burmeister(weight, mu, r, u, e);
    double fischer_burmeister = squared_length(e);
    sum->fischer_burmeister += fischer_burmeister;
    sum->fischer_burmeister_worst = fmax(sum->fischer_burmeister_worst, fischer_burmeister);
    sum->q += squared_length(q);
    take_worst(sum, natural, contact);
}

void bl_residual_sum_join(bl_residual_sum* sum, const bl_residual_sum* part)
{
    sum->natural += part->natural;
    sum->alart_curnier += part->alart_curnier;
    sum->alart_curnier_worst = fmax(sum->alart_curnier_worst, part->alart_curnier_worst);
    sum->fischer_burmeister += part->fischer_burmeister;
    sum->fischer_burmeister_worst = fmax(sum->fischer_burmeister_worst, part->fischer_burmeister_worst);
    sum->q += part->q;
    if (part->worst_contact >= 0) take_worst(sum, part->worst, part->worst_contact);
}

// Written so that a NaN stays.
static double above(double square, double rounding_squared)
{
    return square <= rounding_squared ? 0.0 : square - rounding_squared;
}

static bool is_worse(double square, double than)
{
    return !isnan(than) && !(square <= than);
}

void bl_residual_sum_merge(bl_residual_sum* sum, const bl_residual_sum* part, double rounding_squared)
{
    sum->natural += above(part->natural, rounding_squared);
    sum->alart_curnier += above(part->alart_curnier, rounding_squared);
    sum->fischer_burmeister += above(part->fischer_burmeister, rounding_squared);
    sum->q += part->q;
    double worst = above(part->worst, rounding_squared);
    if (is_worse(worst, sum->worst)) sum->worst = worst;
    sum->alart_curnier_worst = fmax(sum->alart_curnier_worst, above(part->alart_curnier_worst, rounding_squared));
    sum->fischer_burmeister_worst =
        fmax(sum->fischer_burmeister_worst, above(part->fischer_burmeister_worst, rounding_squared));
    if (part->worst_contact < 0 || !is_worse(part->worst, sum->worst_raw)) return;
    sum->worst_raw = part->worst;
    sum->worst_contact = part->worst_contact;
}

belay_residual bl_residual_sum_finish(const bl_residual_sum* sum)
{
    double divisor = sum->q > 0.0 ? sqrt(sum->q) : 1.0;
    belay_residual result = {.natural = sqrt(sum->natural) / divisor,
                             .alart_curnier = sqrt(sum->alart_curnier) / divisor,
                             .fischer_burmeister = sqrt(sum->fischer_burmeister) / divisor,
                             .natural_max = sqrt(sum->worst) / divisor,
                             .alart_curnier_max = sqrt(sum->alart_curnier_worst) / divisor,
                             .fischer_burmeister_max = sqrt(sum->fischer_burmeister_worst) / divisor,
                             .worst_contact = sum->worst_contact};
    return result;
}
