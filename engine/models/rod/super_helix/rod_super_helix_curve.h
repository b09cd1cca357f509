// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The kinematics of one element of a super-helix (bertails2017, sec. 2.3.1), seen from the material frame in which it
// begins. Private to this folder.
//
// The frame turns with the constant Darboux vector u = (kappa1, kappa2, tau) (of the material frame, and, since a
// rotation leaves its axis alone, also of the first frame). With x = s u, t = |x|^2, c_n = c_n(t) the Stumpff functions
// and e = e3 the first tangent, Rodrigues' formula and its integral are
//     R(s) = 1 + c1 [x] + c2 [x]^2,        r(s) = s V(x) e,    V(x) = 1 + c2 [x] + c3 [x]^2.
// V is also the left Jacobian of the exponential map: when x changes by y, R turns by V(x) y, seen from the first
// frame. All derivatives follow by the product rule; nothing is divided by |u|, so straight elements need no case.
//
// Below a = x x e and b = x x (x x e) = x x3 - t e. A prime is the derivative along y.

#ifndef BELAY_ENGINE_MODELS_ROD_SUPER_HELIX_ROD_SUPER_HELIX_CURVE_H
#define BELAY_ENGINE_MODELS_ROD_SUPER_HELIX_ROD_SUPER_HELIX_CURVE_H

#include "belay/mat.h"
#include "math/stumpff.h"

typedef struct bl_helix {
    double s, t;
    double c[8];
    double dc2, dc3; // d c2 / dt, d c3 / dt
    belay_vec3 x, a, b;
} bl_helix;

// The place at distance s from the beginning.
static inline bl_helix bl_helix_at(belay_vec3 u, double s)
{
    bl_helix h;
    h.s = s;
    h.x = v3_scale(s, u);
    h.t = v3_dot(h.x, h.x);
    bl_stumpff(h.t, h.c);
    h.dc2 = h.c[4] - 0.5 * h.c[3];
    h.dc3 = 1.5 * h.c[5] - 0.5 * h.c[4];
    h.a = v3(h.x.y, -h.x.x, 0.0);
    h.b = v3(h.x.z * h.x.x, h.x.z * h.x.y, h.x.z * h.x.z - h.t);
    return h;
}

static inline belay_vec3 bl_helix_tangent(const bl_helix* h)
{
    return v3(h->c[1] * h->a.x + h->c[2] * h->b.x, h->c[1] * h->a.y + h->c[2] * h->b.y, 1.0 + h->c[2] * h->b.z);
}

static inline belay_vec3 bl_helix_position(const bl_helix* h)
{
    double p = h->s * h->c[2], q = h->s * h->c[3];
    return v3(p * h->a.x + q * h->b.x, p * h->a.y + q * h->b.y, h->s + q * h->b.z);
}

static inline belay_mat33 bl_helix_rotation(const bl_helix* h)
{
    double x = h->x.x, y = h->x.y, z = h->x.z, c1 = h->c[1], c2 = h->c[2], c0 = 1.0 - c2 * h->t;
    belay_mat33 r = {{c0 + c2 * x * x, c2 * x * y - c1 * z, c2 * x * z + c1 * y, c2 * x * y + c1 * z, c0 + c2 * y * y,
                      c2 * y * z - c1 * x, c2 * x * z - c1 * y, c2 * y * z + c1 * x, c0 + c2 * z * z}};
    return r;
}

// V(x) y: the rotation vector by which the frame turns when x changes by y, over y's size.
static inline belay_vec3 bl_helix_turn(const bl_helix* h, belay_vec3 y)
{
    belay_vec3 xy = v3_cross(h->x, y);
    return v3_add_scaled(v3_add_scaled(y, h->c[2], xy), h->c[3], v3_cross(h->x, xy));
}

// The rotation vectors that belong to u's three components.
static inline void bl_helix_turn_gradient(const bl_helix* h, belay_vec3 turn[3])
{
    double p = h->s * h->c[2], q = h->s * h->c[3], d = h->s - q * h->t;
    belay_vec3 x = h->x, qx = v3_scale(q, x);
    turn[0] = v3(qx.x * x.x + d, qx.x * x.y + p * x.z, qx.x * x.z - p * x.y);
    turn[1] = v3(qx.y * x.x - p * x.z, qx.y * x.y + d, qx.y * x.z + p * x.x);
    turn[2] = v3(qx.z * x.x + p * x.y, qx.z * x.y - p * x.x, qx.z * x.z + d);
}

// d r / d u_k, k = 0 to 2: for y along axis k, y.x = x_k, y x (x x e) + x x (y x e) = x y3 + y x3 - 2 e (x.y).
static inline void bl_helix_gradient(const bl_helix* h, belay_vec3 g[3])
{
    double ss = h->s * h->s, p = ss * h->c[2], q = ss * h->c[3];
    belay_vec3 x = h->x;
    belay_vec3 w = v3_add(v3_scale(2.0 * ss * h->dc2, h->a), v3_scale(2.0 * ss * h->dc3, h->b));
    w.z -= 2.0 * q;
    g[0] = v3(x.x * w.x + q * x.z, x.x * w.y - p, x.x * w.z);
    g[1] = v3(x.y * w.x + p, x.y * w.y + q * x.z, x.y * w.z);
    g[2] = v3(x.z * w.x + q * x.x, x.z * w.y + q * x.y, x.z * w.z + 2.0 * q * x.z);
}

// d^2 r / d x^2 twice along y, y = s du. c2'' = 4 (x.y)^2 d^2 c2 / dt^2 + 2 y.y d c2 / dt, and so c3''.
static inline belay_vec3 bl_helix_second(const bl_helix* h, belay_vec3 y)
{
    const double* c = h->c;
    double xy = v3_dot(h->x, y), yy = v3_dot(y, y);
    double d2 = xy * xy * (8.0 * c[6] - 5.0 * c[5] + c[4]) + 2.0 * yy * h->dc2;
    double d3 = xy * xy * (15.0 * c[7] - 7.0 * c[6] + c[5]) + 2.0 * yy * h->dc3;
    belay_vec3 x = h->x, ye = v3(y.y, -y.x, 0.0);
    belay_vec3 mixed = v3(x.x * y.z + y.x * x.z, x.y * y.z + y.y * x.z, 2.0 * (x.z * y.z - xy));
    belay_vec3 twice = v3(y.z * y.x, y.z * y.y, y.z * y.z - yy);
    belay_vec3 r = v3_add(v3_scale(d2, h->a), v3_scale(d3, h->b));
    r = v3_add_scaled(v3_add_scaled(r, 4.0 * xy * h->dc2, ye), 4.0 * xy * h->dc3, mixed);
    return v3_scale(h->s, v3_add_scaled(r, 2.0 * c[3], twice));
}

// The angular acceleration V' y of a frame that turns at V y, y = s du/dt constant.
static inline belay_vec3 bl_helix_turn_second(const bl_helix* h, belay_vec3 y)
{
    double xy = 2.0 * v3_dot(h->x, y);
    belay_vec3 n = v3_cross(h->x, y);
    belay_vec3 r = v3_add_scaled(v3_scale(xy * h->dc2, n), xy * h->dc3, v3_cross(h->x, n));
    return v3_add_scaled(r, h->c[3], v3_cross(y, n));
}

#endif
