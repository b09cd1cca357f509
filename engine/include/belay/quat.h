// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Inline arithmetic on unit quaternions and poses; as vec.h. Any thread.

#ifndef BELAY_QUAT_H
#define BELAY_QUAT_H

#include "belay/elementary.h"
#include "belay/mat.h"

#ifdef __cplusplus
extern "C" {
#endif

// The product a b: first b, then a.
static inline belay_quat q_mul(belay_quat a, belay_quat b)
{
    belay_quat r = {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    return r;
}

// The opposite turn of a unit quaternion.
static inline belay_quat q_conjugate(belay_quat q)
{
    belay_quat r = {q.w, -q.x, -q.y, -q.z};
    return r;
}

// |q|, 1 of a rotation
static inline double q_length(belay_quat q)
{
    return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

// q / |q|; q must not be zero.
static inline belay_quat q_normalize(belay_quat q)
{
    double s = 1.0 / q_length(q);
    belay_quat r = {s * q.w, s * q.x, s * q.y, s * q.z};
    return r;
}

// Whether no part is infinite or no number.
static inline bool q_is_finite(belay_quat q)
{
    return isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z);
}

// v + 2 w (u x v) + 2 u x (u x v), with q = (w, u)
static inline belay_vec3 q_rotate(belay_quat q, belay_vec3 v)
{
    belay_vec3 u = v3(q.x, q.y, q.z);
    belay_vec3 t = v3_scale(2.0, v3_cross(u, v));
    return v3_add(v3_add_scaled(v, q.w, t), v3_cross(u, t));
}

// v turned back by q.
static inline belay_vec3 q_rotate_inverse(belay_quat q, belay_vec3 v)
{
    return q_rotate(q_conjugate(q), v);
}

// The exponential map: the rotation by |w| radians about w.
static inline belay_quat q_exp(belay_vec3 w)
{
    double z = 0.25 * v3_dot(w, w), s, c; // the square of half the angle
    if (z <= BELAY_SERIES_MAX) {
        s = 0.5 + 0.5 * belay_sine_series(z);
        c = 1.0 - (0.5 * z - belay_cosine_series(z));
    } else {
        double half = sqrt(z);
        belay_sin_cos(half, &s, &c);
        s *= 0.5 / half;
    }
    belay_quat r = {c, s * w.x, s * w.y, s * w.z};
    return r;
}

// The rotation vector w with q_exp(w) = q or -q, |w| <= pi: axis times angle.
static inline belay_vec3 q_log(belay_quat q)
{
    double s = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    double k = s > 0.0 ? 2.0 * belay_atan2(s, sign * q.w) / s : 2.0;
    belay_vec3 w = {sign * k * q.x, sign * k * q.y, sign * k * q.z};
    return w;
}

// The matrix of the rotation.
static inline belay_mat33 q_to_m3(belay_quat q)
{
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    belay_mat33 r = {{1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy), 2.0 * (xy + wz), 1.0 - 2.0 * (xx + zz),
                      2.0 * (yz - wx), 2.0 * (xz - wy), 2.0 * (yz + wx), 1.0 - 2.0 * (xx + yy)}};
    return r;
}

// The point x of the local frame in the frame that `pose` is given in.
static inline belay_vec3 pose_apply(belay_pose pose, belay_vec3 x)
{
    return v3_add(pose.position, q_rotate(pose.rotation, x));
}

// The point x, of the frame that `pose` is given in, in the local frame.
static inline belay_vec3 pose_apply_inverse(belay_pose pose, belay_vec3 x)
{
    return q_rotate_inverse(pose.rotation, v3_sub(x, pose.position));
}

// The pose that undoes this one.
static inline belay_pose pose_inverse(belay_pose pose)
{
    belay_pose r;
    r.rotation = q_conjugate(pose.rotation);
    belay_vec3 p = q_rotate(r.rotation, pose.position);
    r.position = v3_neg(p);
    return r;
}

// a then inside it b: the placement of b's frame in the frame that a is given in.
static inline belay_pose pose_compose(belay_pose a, belay_pose b)
{
    belay_pose r = {pose_apply(a, b.position), q_mul(a.rotation, b.rotation)};
    return r;
}

#ifdef __cplusplus
}
#endif

#endif
