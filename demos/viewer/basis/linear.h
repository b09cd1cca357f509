// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What drawing needs beside <belay/vec.h> and <belay/quat.h>: 4x4 matrices in float for the GPU, and ways across.

#ifndef BELAY_VIEWER_BASIS_LINEAR_H
#define BELAY_VIEWER_BASIS_LINEAR_H

#include "belay/quat.h"

#define VW_PI 3.14159265358979323846

// A unit vector perpendicular to the unit vector n.
static inline belay_vec3 vw_perpendicular(belay_vec3 n)
{
    belay_vec3 axis = fabs(n.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0);
    return v3_normalize_or(v3_cross(n, axis), v3(0, 0, 1));
}

// The rotation that takes +z to the unit vector d by the shortest way.
static inline belay_quat vw_quat_from_z(belay_vec3 d)
{
    belay_quat q = {0.0, 1.0, 0.0, 0.0};
    double w = 1.0 + d.z;
    if (w > 1e-9) {
        double s = 1.0 / sqrt(2.0 * w);
        q.w = w * s;
        q.x = -d.y * s;
        q.y = d.x * s;
    }
    return q;
}

// A 4x4 matrix, column-major as OpenGL reads it: m[4 * column + row].
typedef struct vw_mat4 {
    float m[16];
} vw_mat4;

static inline vw_mat4 vw_mat4_multiply(vw_mat4 a, vw_mat4 b)
{
    vw_mat4 r;
    for (int c = 0; c < 4; ++c) {
        for (int i = 0; i < 4; ++i) {
            float s = 0.0f;
            for (int k = 0; k < 4; ++k)
                s += a.m[4 * k + i] * b.m[4 * c + k];
            r.m[4 * c + i] = s;
        }
    }
    return r;
}

// World to view: x right, y up, -z forward.
static inline vw_mat4 vw_mat4_view(belay_vec3 eye, belay_vec3 right, belay_vec3 up, belay_vec3 forward)
{
    vw_mat4 r = {{(float)right.x, (float)up.x, (float)-forward.x, 0.0f, (float)right.y, (float)up.y, (float)-forward.y,
                  0.0f, (float)right.z, (float)up.z, (float)-forward.z, 0.0f, (float)-v3_dot(right, eye),
                  (float)-v3_dot(up, eye), (float)v3_dot(forward, eye), 1.0f}};
    return r;
}

static inline vw_mat4 vw_mat4_perspective(double fov_y, double aspect, double z_near, double z_far)
{
    double f = 1.0 / tan(0.5 * fov_y);
    vw_mat4 r = {{(float)(f / aspect), 0, 0, 0, 0, (float)f, 0, 0, 0, 0, (float)((z_far + z_near) / (z_near - z_far)),
                  -1.0f, 0, 0, (float)(2.0 * z_far * z_near / (z_near - z_far)), 0}};
    return r;
}

// A box of half size `half` across and from 0 to `depth` ahead.
static inline vw_mat4 vw_mat4_orthographic(double half, double depth)
{
    vw_mat4 r = {{(float)(1.0 / half), 0, 0, 0, 0, (float)(1.0 / half), 0, 0, 0, 0, (float)(-2.0 / depth), 0, 0, 0,
                  -1.0f, 1.0f}};
    return r;
}

#endif
