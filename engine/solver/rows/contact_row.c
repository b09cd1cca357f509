// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/contact_row.h"

#include "core/assert.h"

#include <string.h>

void bl_contact_row_jacobian(const bl_contact_row* row, bl_contact_jacobian* jacobian)
{
    const bl_contact_geometry* at = &row->at;
    for (int i = 0; i < 3; i++) {
        jacobian->g[i] = bl_contact_frame(at, i);
        jacobian->ga[i] = v3_cross(at->arm_a, jacobian->g[i]);
        jacobian->gb[i] = v3_cross(at->arm_b, jacobian->g[i]);
    }
}

void bl_contact_row_push(const bl_contact_row* row, const bl_response* responses, bl_contact_push* push)
{
    for (int i = 0; i < 3; i++) {
        push->f[i] = bl_contact_frame(&row->at, i);
        push->fa[i] = m3_mul_v3(responses[row->body_a].inverse_inertia, v3_cross(row->at.arm_a, push->f[i]));
        push->fb[i] = m3_mul_v3(responses[row->body_b].inverse_inertia, v3_cross(row->at.arm_b, push->f[i]));
    }
}

// The part of W_ab that goes over one body: +-(g_a . f_b / m + ga_a . I^-1 (arm_b x f_b)).
static void add_shared_body(double sign, double inverse_mass, const belay_vec3 g[3], const belay_vec3 ga[3],
                            const belay_vec3 f[3], const belay_vec3 fb[3], double block[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            block[3 * i + j] += sign * (inverse_mass * v3_dot(g[i], f[j]) + v3_dot(ga[i], fb[j]));
}

void bl_contact_row_coupling(const bl_contact_row* a, const bl_contact_row* b, const bl_response* responses,
                             double block[9])
{
    bl_contact_jacobian h;
    bl_contact_push p;
    bl_contact_row_jacobian(a, &h);
    bl_contact_row_push(b, responses, &p);
    double of_a = responses[b->body_a].inverse_mass, of_b = responses[b->body_b].inverse_mass;
    memset(block, 0, 9 * sizeof *block);
    if (a->body_a == b->body_a) add_shared_body(1.0, of_a, h.g, h.ga, p.f, p.fa, block);
    if (a->body_b == b->body_b) add_shared_body(1.0, of_b, h.g, h.gb, p.f, p.fb, block);
    if (a->body_a == b->body_b) add_shared_body(-1.0, of_b, h.g, h.ga, p.f, p.fb, block);
    if (a->body_b == b->body_a) add_shared_body(-1.0, of_a, h.g, h.gb, p.f, p.fa, block);
}

void bl_contact_row_init(bl_contact_row* row, uint32_t body_a, uint32_t body_b, const bl_contact_geometry* geometry,
                         const bl_response* responses, double mu)
{
    BELAY_ASSERT(body_a != body_b);
    row->body_a = body_a;
    row->body_b = body_b;
    row->target = row->belt[0] = row->belt[1] = 0.0;
    row->at = *geometry;
    row->mu = mu;
    bl_contact_row_coupling(row, row, responses, row->w);
    row->weight = bl_local_matrix_weight(row->w);
    row->is_well_conditioned = bl_local_matrix_is_well_conditioned(row->w);
}
