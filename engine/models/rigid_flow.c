// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Free motion of one rigid body (rigid.h).

#include "models/model_tolerances.h"
#include "models/rigid.h"

#include <float.h>

static belay_vec3 multiply(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

static bool are_equal(double a, double b)
{
    return fabs(a - b) <= BL_RIGID_EQUAL_MOMENTS * fmax(a, b);
}

// How a body turns, in the world, and its angular velocity after it.
typedef struct turn {
    belay_quat by;
    belay_vec3 spin;
} turn;

// `axis`: of symmetry, in the world; `about` and `across` it: the moments.
static turn turn_symmetric(belay_vec3 axis, double about, double across, belay_vec3 w, double seconds)
{
    double along = v3_dot(w, axis), ratio = about / across;
    belay_vec3 precession = v3_add_scaled(w, (ratio - 1.0) * along, axis); // L / I1
    double own = (1.0 - ratio) * along;
    belay_quat precess = q_exp(v3_scale(seconds, precession));
    turn t = {q_mul(precess, q_exp(v3_scale(seconds * own, axis))),
              v3_add_scaled(precession, own, q_rotate(precess, axis))};
    return t;
}

// The t' for which the rotation (1 + t'/2 [u]x) / (1 - t'/2 [u]x) is that by t |u|.
static double stretched(double t, belay_vec3 u)
{
    double half = 0.5 * t * v3_length(u), sine, cosine;
    if (fabs(half) < 1e-9) return t;
    belay_sin_cos(half, &sine, &cosine);
    return t * sine / (cosine * half);
}

// One piece, in the principal frame: u, and l after it. With L' = 2 I u - L the rule says
//     F(u) = I u - L - t'/2 (I u) x u = 0,   dF/du = I + t'/2 ([u]x I - [I u]x)   (t' held).
// False when no solution is found.
static bool solve_piece(belay_vec3 moments, double t, belay_vec3* l, belay_vec3* u)
{
    double size = v3_length(*l), last = HUGE_VAL;
    for (int k = 0; k < BL_RIGID_MAX_ITERATIONS; k++) {
        double half = 0.5 * stretched(t, *u);
        belay_vec3 iu = multiply(moments, *u);
        belay_vec3 f = v3_sub(v3_add_scaled(iu, -half, v3_cross(iu, *u)), *l);
        double error = v3_length(f);
        if (error <= 2.0 * DBL_EPSILON * size || (k > 2 && error >= last && error <= 64.0 * DBL_EPSILON * size)) {
            *l = q_rotate(q_exp(v3_scale(-t, *u)), *l);
            return true;
        }
        belay_mat33 i = m3_diagonal(moments), inverse;
        belay_mat33 turning = m3_sub(m3_mul(m3_skew(*u), i), m3_skew(iu));
        if (!m3_invert(m3_add(i, m3_scale(half, turning)), 0.0, &inverse)) return false;
        *u = v3_sub(*u, m3_mul_v3(inverse, f));
        last = error;
    }
    return false;
}

// False when no solution is found.
static bool turn_in_pieces(const bl_rigid_mass* mass, belay_quat principal, belay_vec3 w, double seconds, int pieces,
                           turn* t)
{
    belay_vec3 u = q_rotate_inverse(principal, w), l = multiply(mass->moments, u);
    belay_quat by = {1.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < pieces; k++) {
        if (!solve_piece(mass->moments, seconds / pieces, &l, &u)) return false;
        by = q_mul(by, q_exp(v3_scale(seconds / pieces, u)));
        u = multiply(mass->inverse_moments, l);
    }
    // R' = R by, so in the world the body has turned by R by R^-1.
    t->by = q_mul(q_mul(principal, by), q_conjugate(principal));
    t->spin = q_rotate(q_mul(principal, by), u);
    return true;
}

static turn turn_about_momentum(belay_vec3 moments, belay_quat principal, belay_vec3 w, double seconds)
{
    belay_vec3 l = q_rotate(principal, multiply(moments, q_rotate_inverse(principal, w)));
    belay_vec3 axis = v3_normalize_or(l, v3(0.0, 0.0, 1.0));
    turn t = {q_exp(v3_scale(seconds * v3_dot(w, axis), axis)), v3_zero()};
    t.spin = q_rotate(t.by, w);
    return t;
}

static turn free_turn(const bl_rigid_mass* mass, belay_quat principal, belay_vec3 w, double seconds, bool* is_plain)
{
    belay_vec3 m = mass->moments;
    bool xy = are_equal(m.x, m.y), yz = are_equal(m.y, m.z), zx = are_equal(m.z, m.x);
    if (!(fabs(seconds) * v3_length(w) <= BL_RIGID_MAX_TURN)) {
        *is_plain = true;
        return turn_about_momentum(m, principal, w, seconds);
    }
    if ((xy && yz) || v3_length_squared(w) == 0.0) return (turn){q_exp(v3_scale(seconds, w)), w};
    if (xy) return turn_symmetric(q_rotate(principal, v3(0.0, 0.0, 1.0)), m.z, m.x, w, seconds);
    if (yz) return turn_symmetric(q_rotate(principal, v3(1.0, 0.0, 0.0)), m.x, m.y, w, seconds);
    if (zx) return turn_symmetric(q_rotate(principal, v3(0.0, 1.0, 0.0)), m.y, m.z, w, seconds);
    turn t;
    int pieces = 1 + (int)(fabs(seconds) * v3_length(w) / BL_RIGID_TURN_PER_PIECE);
    if (turn_in_pieces(mass, principal, w, seconds, pieces, &t)) return t;
    if (turn_in_pieces(mass, principal, w, seconds, BL_RIGID_FINER * pieces, &t)) return t;
    *is_plain = true;
    return turn_about_momentum(m, principal, w, seconds);
}

belay_pose bl_rigid_flow(const bl_rigid_mass* mass, belay_pose pose, belay_vec3 linear, belay_vec3* angular,
                         double seconds, bool* is_plain)
{
    *is_plain = false;
    belay_pose moved = pose;
    belay_vec3 travel = v3_scale(seconds, linear);
    if (mass->inverse_moments.x > 0.0) {
        belay_quat principal = q_mul(pose.rotation, mass->principal_rotation);
        turn t = free_turn(mass, principal, *angular, seconds, is_plain);
        moved.rotation = q_normalize(q_mul(t.by, pose.rotation));
        *angular = t.spin;
        // The centre of mass travels straight; the frame's origin is carried round it.
        belay_vec3 before = q_rotate(pose.rotation, mass->center_of_mass);
        belay_vec3 after = q_rotate(moved.rotation, mass->center_of_mass);
        travel = v3_add(travel, v3_sub(before, after));
    }
    moved.position = v3_add(pose.position, travel);
    return moved;
}
