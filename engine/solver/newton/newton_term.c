// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/newton_term.h"

#include "solver/law/residual.h"
#include "solver/newton/newton_tolerances.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// The Alart-Curnier function
// ---------------------------------------------------------------------------------------------------------------------

// The tangential rows of a sliding contact: F_T = w r_T - mu y_N d, d = y_T / |y_T|, and with dy = w dr - du
//     dF_T = w dr_T - mu d dy_N - k (1 - d d^T) dy_T,   k = mu y_N / |y_T|.
static void set_slide(double w, double mu, const double y[3], const double r[3], bl_newton_term* term)
{
    double length = bl_tangent_length(y), inverse = length > 0.0 ? 1.0 / length : 0.0; // 0 without friction only
    double d[2] = {y[1] * inverse, y[2] * inverse};
    double k = mu * y[0] * inverse;
    for (int i = 0; i < 2; i++) {
        double* a = term->a + 3 * (i + 1);
        double* b = term->b + 3 * (i + 1);
        a[0] = mu * d[i];
        b[0] = -w * a[0];
        for (int j = 0; j < 2; j++) {
            double one = i == j ? 1.0 : 0.0;
            a[1 + j] = k * (one - d[i] * d[j]);
            b[1 + j] = w * (one - a[1 + j]);
        }
        term->f[1 + i] = w * r[1 + i] - mu * y[0] * d[i];
    }
}

// With y = w r - u:
//     y_N <= 0              open:   F = w r
//     |y_T| <= mu y_N       stick:  F = u
//     otherwise             slide:  F_N = u_N, F_T as above
void bl_newton_term_alart_curnier(double w, double mu, const double r[3], const double u[3], bl_newton_term* term)
{
    double y[3];
    memset(term, 0, sizeof *term);
    for (int i = 0; i < 3; i++)
        y[i] = w * r[i] - u[i];
    term->is_open = !(y[0] > 0.0);
    if (term->is_open) {
        for (int i = 0; i < 3; i++) {
            term->f[i] = w * r[i];
            term->b[4 * i] = w;
        }
        return;
    }
    for (int i = 0; i < 3; i++) {
        term->f[i] = u[i];
        term->a[4 * i] = 1.0;
    }
    if (mu == 0.0 || bl_tangent_length(y) > mu * y[0]) set_slide(w, mu, y, r, term);
}

// ---------------------------------------------------------------------------------------------------------------------
// The Fischer-Burmeister function
// ---------------------------------------------------------------------------------------------------------------------

// f = a + b - h, h = |(a, b)|, a = w r_N, b = u_N; at a = b = 0 the element of the direction (1, 1).
static void set_frictionless(double w, const double r[3], const double u[3], bl_newton_term* term)
{
    double a = w * r[0], b = u[0], h = sqrt(a * a + b * b);
    memset(term->a, 0, sizeof term->a);
    memset(term->b, 0, sizeof term->b);
    term->a[0] = 1.0 - (h > 0.0 ? b / h : sqrt(0.5));
    term->b[0] = w * (1.0 - (h > 0.0 ? a / h : sqrt(0.5)));
    term->b[4] = term->b[8] = w;
}

// The inverse of L_s, s = z^(1/2), z = x o x + y o y, where L_s y = s o y:
//     L_s^-1 = 1/d | s_N    -s_T^T                |     d = det s = s_N^2 - |s_T|^2 = (l+ l-)^(1/2).
//                  | -s_T   (d 1 + s_T s_T^T)/s_N |
// From s o s = z follows L_s ds = L_x dx + L_y dy. False when z = 0.
static bool invert_root(const double x[3], const double y[3], double m[9])
{
    double z[3] = {0.0, 2.0 * (x[0] * x[1] + y[0] * y[1]), 2.0 * (x[0] * x[2] + y[0] * y[2])};
    for (int i = 0; i < 3; i++)
        z[0] += x[i] * x[i] + y[i] * y[i];
    double t = bl_tangent_length(z), large = sqrt(z[0] + t);
    if (!(large > 0.0)) return false;
    double small = fmax(sqrt(fmax(0.0, z[0] - t)), BL_TERM_SMALLEST_ROOT * large);
    double k = t > 0.0 ? 0.5 * (large - small) / t : 0.0;
    double s[3] = {0.5 * (large + small), k * z[1], k * z[2]}, d = large * small;
    m[0] = s[0] / d;
    for (int i = 1; i < 3; i++) {
        m[i] = m[3 * i] = -s[i] / d;
        for (int j = 1; j < 3; j++)
            m[3 * i + j] = ((i == j ? 1.0 : 0.0) + s[i] * s[j] / d) / s[0];
    }
    return true;
}

// c = 1 - m L_x, the derivative of x + y - z^(1/2) by x.
static void subtract_product(const double m[9], const double x[3], double c[9])
{
    double l[9] = {x[0], x[1], x[2], x[1], x[0], 0.0, x[2], 0.0, x[0]};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[3 * i + j] = (i == j ? 1.0 : 0.0) - (m[3 * i] * l[j] + m[3 * i + 1] * l[3 + j] + m[3 * i + 2] * l[6 + j]);
}

// x = w (mu r_N, r_T), y = (u_N + shift, mu u_T), where d is the derivative of shift / mu by u_T.
static void set_cone(double w, double mu, const double r[3], const double u[3], double shift, const double d[3],
                     bl_newton_term* term)
{
    double x[3] = {w * mu * r[0], w * r[1], w * r[2]}, y[3] = {u[0] + shift, mu * u[1], mu * u[2]};
    double m[9], fx[9], fy[9];
    bool is_regular = invert_root(x, y, m);
    if (is_regular) {
        subtract_product(m, x, fx);
        subtract_product(m, y, fy);
    }
    for (int i = 0; i < 9 && !is_regular; i++)
        fx[i] = fy[i] = i % 4 == 0 ? 1.0 - sqrt(0.5) : 0.0; // the element of x = y = (1, 0, 0)
    for (int i = 0; i < 9; i += 3) {
        term->a[i] = fy[i];
        term->b[i] = w * mu * fx[i];
        for (int j = 1; j < 3; j++) {
            term->a[i + j] = mu * (fy[i] * d[j] + fy[i + j]);
            term->b[i + j] = w * fx[i + j];
        }
    }
}

void bl_newton_term_fischer_burmeister(double w, double mu, const double r[3], const double u[3], bl_newton_term* term)
{
    bl_fischer_burmeister(w, mu, r, u, term->f);
    term->is_open = false;
    if (mu > 0.0) {
        double t = bl_tangent_length(u), d[3] = {0.0, t > 0.0 ? u[1] / t : 0.0, t > 0.0 ? u[2] / t : 0.0};
        set_cone(w, mu, r, u, mu * t, d, term);
    } else {
        set_frictionless(w, r, u, term);
    }
}

void bl_newton_term_shifted(double w, double mu, const double r[3], const double u[3], double shift,
                            bl_newton_term* term)
{
    static const double fixed[3] = {0.0, 0.0, 0.0};
    bl_fischer_burmeister_shifted(w, mu, r, u, shift, term->f);
    term->is_open = false;
    if (mu > 0.0)
        set_cone(w, mu, r, u, shift, fixed, term);
    else
        set_frictionless(w, r, u, term);
}
