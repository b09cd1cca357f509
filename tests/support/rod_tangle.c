// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rod_tangle.h"

#define N ROD_TANGLE_ELEMENTS
#define DOFS ROD_TANGLE_DOFS

double rod_tangle_number(uint64_t* lot)
{
    *lot = *lot * 6364136223846793005u + 1442695040888963407u;
    return (double)(*lot >> 11) / 4503599627370496.0 - 1.0;
}

belay_vec3 rod_tangle_v3(uint64_t* lot)
{
    double x = rod_tangle_number(lot), y = rod_tangle_number(lot);
    return v3(x, y, rod_tangle_number(lot));
}

belay_quat rod_tangle_rotation(uint64_t* lot)
{
    return q_exp(v3_scale(3.0, rod_tangle_v3(lot)));
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
    nodes[0] = rod_tangle_v3(lot);
    rest[0] = rod_tangle_v3(lot);
    for (int i = 0; i < N; i++) {
        belay_vec3 to = v3_add_scaled(v3(1.0, 0.3, -0.2), wild, rod_tangle_v3(lot));
        belay_vec3 rest_to = v3_add_scaled(v3(1.0, 0.3, -0.2), wild, rod_tangle_v3(lot));
        nodes[i + 1] = v3_add_scaled(nodes[i], 0.1, to);
        rest[i + 1] = v3_add_scaled(rest[i], 0.1, rest_to);
        twist[i] = wild * rod_tangle_number(lot);
        rest_twist[i] = wild * rod_tangle_number(lot);
    }
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, rod_tangle_section());
    const bl_rod_hold holds[2] = {hold0, hold1};
    for (int end = 0; end < 2; end++) {
        belay_vec3 along = end == 0 ? v3_sub(nodes[1], nodes[0]) : v3_sub(nodes[N], nodes[N - 1]);
        belay_vec3 to = v3_add_scaled(v3_normalize_or(along, along), 0.5 * wild, rod_tangle_v3(lot));
        body.ends[end].hold = holds[end];
        body.ends[end].position = nodes[end == 0 ? 0 : N];
        body.ends[end].rotation = rod_rig_frame(to, rod_tangle_v3(lot));
        if (holds[end] != BL_ROD_FREE) body.ends[end].velocity = rod_tangle_v3(lot);
        if (holds[end] == BL_ROD_CLAMPED) body.ends[end].angular = rod_tangle_v3(lot);
    }
    bl_rod_start start = {nodes, rest, twist, rest_twist, rod_tangle_v3(lot)};
    return rod_rig_make(&bl_rod_nodal, &body, &start);
}

void rod_tangle_velocities(double* v, double size, uint64_t* lot)
{
    for (int k = 0; k < DOFS; k++)
        v[k] = size * rod_tangle_number(lot) * (k % 4 == 3 ? 10.0 : 1.0);
}
