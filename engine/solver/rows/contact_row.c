// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/contact_row.h"

#include <string.h>

void bl_contact_row_init_push(bl_contact_row* row, uint32_t body_a, uint32_t body_b,
                              const bl_contact_geometry* geometry, const bl_response* response_a,
                              const bl_response* response_b)
{
    row->body_a = body_a;
    row->body_b = body_b;
    row->inverse_mass_a = response_a->inverse_mass;
    row->inverse_mass_b = response_b->inverse_mass;
    for (int i = 0; i < 3; i++) {
        row->f[i] = geometry->frame[i];
        row->ia[i] = m3_mul_v3(response_a->inverse_inertia, v3_cross(geometry->arm_a, row->f[i]));
        row->ib[i] = m3_mul_v3(response_b->inverse_inertia, v3_cross(geometry->arm_b, row->f[i]));
    }
}

void bl_contact_row_init_slip(bl_contact_row* row, const bl_contact_geometry* geometry, double mu)
{
    row->target = row->belt[0] = row->belt[1] = 0.0;
    for (int i = 0; i < 3; i++) {
        row->q[i] = 0.0;
        row->g[i] = i == 0 ? geometry->frame[0] : geometry->slip_frame[i - 1];
        row->ga[i] = v3_cross(i == 0 ? geometry->arm_a : geometry->slip_arm_a, row->g[i]);
        row->gb[i] = v3_cross(i == 0 ? geometry->arm_b : geometry->slip_arm_b, row->g[i]);
    }
    // W_ij = g_i.f_j (1/mA + 1/mB) + ga_i.IA^-1 ja_j + gb_i.IB^-1 jb_j
    double w[9];
    double inverse_mass = row->inverse_mass_a + row->inverse_mass_b;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            w[3 * i + j] = v3_dot(row->g[i], row->f[j]) * inverse_mass + v3_dot(row->ga[i], row->ia[j]) +
                           v3_dot(row->gb[i], row->ib[j]);
    bl_local_block_init(&row->block, w, mu);
}

void bl_contact_row_init(bl_contact_row* row, uint32_t body_a, uint32_t body_b, const bl_contact_geometry* geometry,
                         const bl_response* response_a, const bl_response* response_b, double mu)
{
    bl_contact_row_init_push(row, body_a, body_b, geometry, response_a, response_b);
    bl_contact_row_init_slip(row, geometry, mu);
}

// The part of W_ab that goes over one body: +-(g_a . f_b / m + ga_a . I^-1 jb_b).
static void add_shared_body(double sign, double inverse_mass, const belay_vec3 g[3], const belay_vec3 ga[3],
                            const belay_vec3 f[3], const belay_vec3 ib[3], double block[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            block[3 * i + j] += sign * (inverse_mass * v3_dot(g[i], f[j]) + v3_dot(ga[i], ib[j]));
}

void bl_contact_row_coupling(const bl_contact_row* a, const bl_contact_row* b, double block[9])
{
    memset(block, 0, 9 * sizeof *block);
    if (a->body_a == b->body_a) add_shared_body(1.0, b->inverse_mass_a, a->g, a->ga, b->f, b->ia, block);
    if (a->body_b == b->body_b) add_shared_body(1.0, b->inverse_mass_b, a->g, a->gb, b->f, b->ib, block);
    if (a->body_a == b->body_b) add_shared_body(-1.0, b->inverse_mass_b, a->g, a->ga, b->f, b->ib, block);
    if (a->body_b == b->body_a) add_shared_body(-1.0, b->inverse_mass_a, a->g, a->gb, b->f, b->ia, block);
}
