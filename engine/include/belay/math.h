// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Plain value types for vectors, rotations and poses. SI units, right-handed frames, double precision throughout.

#ifndef BELAY_MATH_H
#define BELAY_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

// Half a turn, rad: C11 has no name for it.
#define BELAY_PI 3.14159265358979323846

// A point or direction, (x, y, z). The frame is said where one is used; the world frame unless said otherwise.
typedef struct belay_vec3 {
    double x, y, z;
} belay_vec3;

// A unit quaternion w + xi + yj + zk; turns body-frame vectors into world-frame vectors.
typedef struct belay_quat {
    double w, x, y, z;
} belay_quat;

// A 3x3 matrix, row-major: m[3 * row + column].
typedef struct belay_mat33 {
    double m[9];
} belay_mat33;

// A rigid placement: x_world = position + rotation * x_local.
typedef struct belay_pose {
    belay_vec3 position; // m
    belay_quat rotation; // unit
} belay_pose;

// The identity rotation.
static inline belay_quat belay_quat_identity(void)
{
    belay_quat q = {1.0, 0.0, 0.0, 0.0};
    return q;
}

// The identity placement.
static inline belay_pose belay_pose_identity(void)
{
    belay_pose p = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    return p;
}

// The rotation by `angle` radians about `axis`. The axis need not be unit; a zero axis gives the identity.
belay_quat belay_quat_from_axis_angle(belay_vec3 axis, double angle);

// The vector v turned by q: body frame to world frame when q is a body's rotation.
belay_vec3 belay_quat_rotate(belay_quat q, belay_vec3 v);

// The product a * b: first b, then a.
belay_quat belay_quat_multiply(belay_quat a, belay_quat b);

#ifdef __cplusplus
}
#endif

#endif
