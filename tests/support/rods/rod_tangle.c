// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rods/rod_tangle.h"
#include "support/chance.h"

#define N ROD_TANGLE_ELEMENTS
#define DOFS ROD_TANGLE_DOFS

belay_quat rod_tangle_rotation(uint64_t* lot)
{
    return q_exp(v3_scale(3.0, chance_vector(lot, 1.0)));
}

bl_rod_section rod_tangle_section(void)
{
    bl_rod_section s = rod_rig_round(4e-3, 1100.0, 2e7, 0.3);
    s.bend[0] *= 0.6;
    s.bend[1] *= 1.7;
    return s;
}

rod_rig* rod_tangle_make(bl_rod_hold hold0, bl_rod_hold hold1, double wild, uint64_t* lot)
{
    belay_vec3 nodes[N + 1], rest[N + 1];
    double twist[N], rest_twist[N];
    nodes[0] = chance_vector(lot, 1.0);
    rest[0] = chance_vector(lot, 1.0);
    for (int i = 0; i < N; i++) {
        belay_vec3 to = v3_add_scaled(v3(1.0, 0.3, -0.2), wild, chance_vector(lot, 1.0));
        belay_vec3 rest_to = v3_add_scaled(v3(1.0, 0.3, -0.2), wild, chance_vector(lot, 1.0));
        nodes[i + 1] = v3_add_scaled(nodes[i], 0.1, to);
        rest[i + 1] = v3_add_scaled(rest[i], 0.1, rest_to);
        twist[i] = wild * chance_signed(lot);
        rest_twist[i] = wild * chance_signed(lot);
    }
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, rod_tangle_section());
    const bl_rod_hold holds[2] = {hold0, hold1};
    for (int end = 0; end < 2; end++) {
        belay_vec3 along = end == 0 ? v3_sub(nodes[1], nodes[0]) : v3_sub(nodes[N], nodes[N - 1]);
        belay_vec3 to = v3_add_scaled(v3_normalize_or(along, along), 0.5 * wild, chance_vector(lot, 1.0));
        body.ends[end].hold = holds[end];
        body.ends[end].position = nodes[end == 0 ? 0 : N];
        body.ends[end].rotation = rod_rig_frame(to, chance_vector(lot, 1.0));
        if (holds[end] != BL_ROD_FREE) body.ends[end].velocity = chance_vector(lot, 1.0);
        if (holds[end] == BL_ROD_CLAMPED) body.ends[end].angular = chance_vector(lot, 1.0);
    }
    bl_rod_start start = {nodes, rest, twist, rest_twist, chance_vector(lot, 1.0)};
    return rod_rig_make(&bl_rod_nodal, &body, &start);
}

void rod_tangle_velocities(double* v, double size, uint64_t* lot)
{
    for (int k = 0; k < DOFS; k++)
        v[k] = size * chance_signed(lot) * (k % 4 == 3 ? 10.0 : 1.0);
}
