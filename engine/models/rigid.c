// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rigid.h"

#include "belay/result.h"
#include "models/model_tolerances.h"

// One Jacobi rotation in the plane (p, q): a <- J^T a J, v <- v J, with the angle that clears a_pq.
static void jacobi_rotate(belay_mat33* a, belay_mat33* v, int p, int q)
{
    double apq = a->m[3 * p + q];
    if (apq == 0.0) return;
    double tau = (a->m[3 * q + q] - a->m[3 * p + p]) / (2.0 * apq);
    double t = (tau >= 0.0 ? 1.0 : -1.0) / (fabs(tau) + sqrt(1.0 + tau * tau));
    double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
    for (int k = 0; k < 3; k++) {
        double akp = a->m[3 * k + p], akq = a->m[3 * k + q];
        a->m[3 * k + p] = c * akp - s * akq;
        a->m[3 * k + q] = s * akp + c * akq;
    }
    for (int k = 0; k < 3; k++) {
        double apk = a->m[3 * p + k], aqk = a->m[3 * q + k];
        a->m[3 * p + k] = c * apk - s * aqk;
        a->m[3 * q + k] = s * apk + c * aqk;
        double vkp = v->m[3 * k + p], vkq = v->m[3 * k + q];
        v->m[3 * k + p] = c * vkp - s * vkq;
        v->m[3 * k + q] = s * vkp + c * vkq;
    }
}

static belay_quat quat_from_rotation_matrix(belay_mat33 r)
{
    // Shepperd's choice: divide by the largest of the four components.
    double t = m3_trace(r);
    double d[4] = {t, r.m[0], r.m[4], r.m[8]};
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (d[i] > d[k]) k = i;
    belay_quat q;
    double x = r.m[7] - r.m[5], y = r.m[2] - r.m[6], z = r.m[3] - r.m[1];
    double xy = r.m[1] + r.m[3], xz = r.m[2] + r.m[6], yz = r.m[5] + r.m[7];
    switch (k) {
    case 0:
        q = (belay_quat){1.0 + t, x, y, z};
        break;
    case 1:
        q = (belay_quat){x, 1.0 + 2.0 * r.m[0] - t, xy, xz};
        break;
    case 2:
        q = (belay_quat){y, xy, 1.0 + 2.0 * r.m[4] - t, yz};
        break;
    default:
        q = (belay_quat){z, xz, yz, 1.0 + 2.0 * r.m[8] - t};
        break;
    }
    return q_normalize(q);
}

static belay_result check_symmetric(belay_mat33 a, double tolerance, belay_error* error)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < i; j++) {
            double upper = a.m[3 * j + i], lower = a.m[3 * i + j];
            if (fabs(upper - lower) > tolerance)
                return belay_error_set(
                    error, BELAY_ERROR_VALUE,
                    "inertia is not symmetric: element (%d,%d) is %g, (%d,%d) is %g; they must be equal", j, i, upper,
                    i, j, lower);
        }
    }
    return BELAY_OK;
}

static belay_result check_moments(const double m[3], belay_error* error)
{
    for (int i = 0; i < 3; i++) {
        if (!(m[i] > 0.0))
            return belay_error_set(error, BELAY_ERROR_VALUE, "inertia has the principal moment %g; it must be above 0",
                                   m[i]);
    }
    double largest = fmax(m[0], fmax(m[1], m[2]));
    double excess = 2.0 * largest - (m[0] + m[1] + m[2]);
    if (excess > BL_RIGID_INERTIA_ROUNDING * largest)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "inertia has the principal moments %g, %g, %g; by the triangle rule none must be "
                               "above the sum of the others",
                               m[0], m[1], m[2]);
    return BELAY_OK;
}

belay_result bl_rigid_principal_axes(belay_mat33 inertia, belay_vec3* moments, belay_quat* rotation, belay_error* error)
{
    for (int i = 0; i < 9; i++)
        if (!isfinite(inertia.m[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "inertia element (%d,%d) is %g; it must be finite", i / 3,
                                   i % 3, inertia.m[i]);
    belay_result result = check_symmetric(inertia, BL_RIGID_INERTIA_ROUNDING * fabs(m3_trace(inertia)), error);
    if (result != BELAY_OK) return result;

    belay_mat33 a = m3_scale(0.5, m3_add(inertia, m3_transpose(inertia)));
    belay_mat33 v = m3_identity();
    // Cyclic Jacobi converges quadratically; 3x3 needs about 5 rounds, 12 are plenty.
    for (int round = 0; round < 12; round++) {
        jacobi_rotate(&a, &v, 0, 1);
        jacobi_rotate(&a, &v, 0, 2);
        jacobi_rotate(&a, &v, 1, 2);
    }
    double m[3] = {a.m[0], a.m[4], a.m[8]};
    result = check_moments(m, error);
    if (result != BELAY_OK) return result;
    *moments = v3(m[0], m[1], m[2]);
    *rotation = quat_from_rotation_matrix(v); // a product of rotations, so never a reflection
    return BELAY_OK;
}

belay_mat33 bl_rigid_tensor(belay_quat principal_to_world, belay_vec3 d)
{
    belay_mat33 r = q_to_m3(principal_to_world);
    belay_mat33 scaled = r;
    for (int i = 0; i < 3; i++) {
        scaled.m[3 * i] *= d.x;
        scaled.m[3 * i + 1] *= d.y;
        scaled.m[3 * i + 2] *= d.z;
    }
    return m3_mul(scaled, m3_transpose(r));
}

belay_pose bl_rigid_move(const bl_rigid_mass* mass, belay_pose pose, belay_vec3 linear, belay_vec3 angular,
                         double seconds)
{
    belay_pose moved;
    moved.rotation = q_normalize(q_mul(q_exp(v3_scale(seconds, angular)), pose.rotation));
    // The centre of mass travels straight; the frame's origin is carried round it.
    belay_vec3 before = q_rotate(pose.rotation, mass->center_of_mass);
    belay_vec3 after = q_rotate(moved.rotation, mass->center_of_mass);
    belay_vec3 travel = v3_add(v3_scale(seconds, linear), v3_sub(before, after));
    moved.position = v3_add(pose.position, travel);
    return moved;
}

belay_mat33 bl_rigid_spin_response(const bl_rigid_mass* mass, belay_quat principal_to_world)
{
    belay_vec3 d = mass->inverse_moments;
    // A ball's inertia needs no turning, and stays exactly isotropic without it.
    return d.x == d.y && d.y == d.z ? m3_diagonal(d) : bl_rigid_tensor(principal_to_world, d);
}

belay_vec3 bl_rigid_free_acceleration(const bl_rigid_mass* mass, belay_quat principal_to_world, belay_vec3 w)
{
    belay_vec3 m = mass->moments, d = mass->inverse_moments;
    if ((m.x == m.y && m.y == m.z) || d.x == 0.0) return v3_zero();
    belay_vec3 s = q_rotate_inverse(principal_to_world, w);
    belay_vec3 torque = v3_cross(v3(m.x * s.x, m.y * s.y, m.z * s.z), s);
    return q_rotate(principal_to_world, v3(d.x * torque.x, d.y * torque.y, d.z * torque.z));
}

double bl_rigid_spin_energy(const bl_rigid_mass* mass, belay_quat principal_to_world, belay_vec3 w)
{
    belay_vec3 s = q_rotate_inverse(principal_to_world, w), m = mass->moments;
    return mass->inverse_moments.x > 0.0 ? 0.5 * (m.x * s.x * s.x + m.y * s.y * s.y + m.z * s.z * s.z) : 0.0;
}
