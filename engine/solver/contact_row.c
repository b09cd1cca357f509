// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/contact_row.h"

void bl_contact_row_init(bl_contact_row* row, uint32_t body_a, uint32_t body_b, const belay_vec3 frame[3],
                         belay_vec3 arm_a, belay_vec3 arm_b, const bl_response* response_a,
                         const bl_response* response_b, double mu)
{
    row->body_a = body_a;
    row->body_b = body_b;
    row->inverse_mass_a = response_a->inverse_mass;
    row->inverse_mass_b = response_b->inverse_mass;
    for (int i = 0; i < 3; i++) {
        row->r[i] = row->q[i] = 0.0;
        row->f[i] = frame[i];
        row->ja[i] = v3_cross(arm_a, frame[i]);
        row->jb[i] = v3_cross(arm_b, frame[i]);
        row->ia[i] = m3_mul_v3(response_a->inverse_inertia, row->ja[i]);
        row->ib[i] = m3_mul_v3(response_b->inverse_inertia, row->jb[i]);
    }
    row->target = 0.0;
    // W_ij = f_i.f_j (1/mA + 1/mB) + ja_i.IA^-1 ja_j + jb_i.IB^-1 jb_j, the frame being orthonormal.
    double w[9];
    double inverse_mass = response_a->inverse_mass + response_b->inverse_mass;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            w[3 * i + j] =
                (i == j ? inverse_mass : 0.0) + v3_dot(row->ja[i], row->ia[j]) + v3_dot(row->jb[i], row->ib[j]);
    bl_local_block_init(&row->block, w, mu);
}
