// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Inline arithmetic on belay_mat33 (row-major); as vec.h. Any thread.

#ifndef BELAY_MAT_H
#define BELAY_MAT_H

#include "belay/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

// The zero matrix.
static inline belay_mat33 m3_zero(void)
{
    belay_mat33 r = {{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    return r;
}

// The matrix with d on the diagonal.
static inline belay_mat33 m3_diagonal(belay_vec3 d)
{
    belay_mat33 r = {{d.x, 0.0, 0.0, 0.0, d.y, 0.0, 0.0, 0.0, d.z}};
    return r;
}

// The identity.
static inline belay_mat33 m3_identity(void)
{
    return m3_diagonal(v3(1.0, 1.0, 1.0));
}

// The matrix whose rows are a, b, c.
static inline belay_mat33 m3_rows(belay_vec3 a, belay_vec3 b, belay_vec3 c)
{
    belay_mat33 r = {{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}};
    return r;
}

// Row i, 0 to 2.
static inline belay_vec3 m3_row(belay_mat33 a, int i)
{
    return v3(a.m[3 * i], a.m[3 * i + 1], a.m[3 * i + 2]);
}

// Column j, 0 to 2.
static inline belay_vec3 m3_column(belay_mat33 a, int j)
{
    return v3(a.m[j], a.m[3 + j], a.m[6 + j]);
}

// a x
static inline belay_vec3 m3_mul_v3(belay_mat33 a, belay_vec3 x)
{
    return v3(a.m[0] * x.x + a.m[1] * x.y + a.m[2] * x.z, a.m[3] * x.x + a.m[4] * x.y + a.m[5] * x.z,
              a.m[6] * x.x + a.m[7] * x.y + a.m[8] * x.z);
}

// a^T x
static inline belay_vec3 m3_mul_transposed_v3(belay_mat33 a, belay_vec3 x)
{
    return v3(a.m[0] * x.x + a.m[3] * x.y + a.m[6] * x.z, a.m[1] * x.x + a.m[4] * x.y + a.m[7] * x.z,
              a.m[2] * x.x + a.m[5] * x.y + a.m[8] * x.z);
}

// a^T
static inline belay_mat33 m3_transpose(belay_mat33 a)
{
    belay_mat33 r = {{a.m[0], a.m[3], a.m[6], a.m[1], a.m[4], a.m[7], a.m[2], a.m[5], a.m[8]}};
    return r;
}

// a + b
static inline belay_mat33 m3_add(belay_mat33 a, belay_mat33 b)
{
    belay_mat33 r;
    for (int i = 0; i < 9; i++)
        r.m[i] = a.m[i] + b.m[i];
    return r;
}

// a - b
static inline belay_mat33 m3_sub(belay_mat33 a, belay_mat33 b)
{
    belay_mat33 r;
    for (int i = 0; i < 9; i++)
        r.m[i] = a.m[i] - b.m[i];
    return r;
}

// s a
static inline belay_mat33 m3_scale(double s, belay_mat33 a)
{
    belay_mat33 r;
    for (int i = 0; i < 9; i++)
        r.m[i] = s * a.m[i];
    return r;
}

// a b
static inline belay_mat33 m3_mul(belay_mat33 a, belay_mat33 b)
{
    belay_mat33 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[3 * i + j] = a.m[3 * i] * b.m[j] + a.m[3 * i + 1] * b.m[3 + j] + a.m[3 * i + 2] * b.m[6 + j];
    return r;
}

// [a]x, the matrix with [a]x b = a x b
static inline belay_mat33 m3_skew(belay_vec3 a)
{
    belay_mat33 r = {{0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0}};
    return r;
}

// The sum of the diagonal.
static inline double m3_trace(belay_mat33 a)
{
    return a.m[0] + a.m[4] + a.m[8];
}

// det a
static inline double m3_determinant(belay_mat33 a)
{
    return v3_dot(m3_row(a, 0), v3_cross(m3_row(a, 1), m3_row(a, 2)));
}

// adj a, for which a adj(a) = det(a) 1; singular matrices have one too.
static inline belay_mat33 m3_adjugate(belay_mat33 a)
{
    belay_vec3 r0 = m3_row(a, 0), r1 = m3_row(a, 1), r2 = m3_row(a, 2);
    return m3_transpose(m3_rows(v3_cross(r1, r2), v3_cross(r2, r0), v3_cross(r0, r1)));
}

// The product of the row lengths: Hadamard's bound on |det a|.
static inline double m3_row_product(belay_mat33 a)
{
    return v3_length(m3_row(a, 0)) * v3_length(m3_row(a, 1)) * v3_length(m3_row(a, 2));
}

// Writes a^-1 (adjugate over determinant). Returns false and leaves *inverse alone when |det a| is not above
// `relative_tolerance` times the product of the row lengths.
static inline bool m3_invert(belay_mat33 a, double relative_tolerance, belay_mat33* inverse)
{
    double det = m3_determinant(a);
    if (!(fabs(det) > relative_tolerance * m3_row_product(a))) return false;
    *inverse = m3_scale(1.0 / det, m3_adjugate(a));
    return true;
}

// Whether no part is infinite or no number.
static inline bool m3_is_finite(belay_mat33 a)
{
    for (int i = 0; i < 9; i++)
        if (!isfinite(a.m[i])) return false;
    return true;
}

#ifdef __cplusplus
}
#endif

#endif
