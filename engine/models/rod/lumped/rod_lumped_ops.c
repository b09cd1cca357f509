// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/lumped/rod_lumped.h"

bool bl_lumped_can_hold(int end, bl_rod_hold hold)
{
    (void)end;
    (void)hold;
    return true;
}

const double* bl_lumped_free_velocity(const bl_rod* rod)
{
    return bl_lumped_view(rod).free;
}

double* bl_lumped_velocity(const bl_rod* rod)
{
    return bl_lumped_view(rod).v;
}

void bl_lumped_solve(const bl_rod* rod, double* x, uint32_t columns, uint32_t from)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_band_solve_many(&r.band, x, columns, from);
}

bl_band bl_lumped_factor(const bl_rod* rod)
{
    return bl_lumped_view(rod).band;
}

void bl_lumped_arcs(const bl_rod* rod, double* arcs)
{
    bl_lumped r = bl_lumped_view(rod);
    arcs[0] = 0.0;
    for (uint32_t i = 0; i < r.n; i++)
        arcs[i + 1] = arcs[i] + r.length[i];
}

void bl_lumped_nodes(const bl_rod* rod, belay_vec3* nodes)
{
    bl_lumped r = bl_lumped_view(rod);
    for (uint32_t i = 0; i <= r.n; i++)
        nodes[i] = r.x[i];
}

void bl_lumped_node_velocities(const bl_rod* rod, const double* v, belay_vec3* velocities)
{
    bl_lumped r = bl_lumped_view(rod);
    for (uint32_t i = 0; i <= r.n; i++)
        velocities[i] = bl_lumped_get(v, (size_t)i * r.stride);
}

belay_quat bl_lumped_frame(const bl_rod* rod, uint32_t segment)
{
    return bl_lumped_view(rod).frame[segment];
}

double bl_lumped_tension(const bl_rod* rod, uint32_t element)
{
    bl_lumped r = bl_lumped_view(rod);
    return bl_lumped_edge_of(&r, element).tension;
}

// Springs turn an edge by its nodes; in CORDE elements turn by themselves.
belay_vec3 bl_lumped_direct_force(const bl_rod* rod, int end, uint32_t segment, double s, belay_vec3 force,
                                  belay_vec3 moment)
{
    bl_lumped r = bl_lumped_view(rod);
    if (rod->body->ends[end].hold == BL_ROD_FREE || segment != (end == 0 ? 0 : r.n - 1)) return v3_zero();
    belay_vec3 couple = v3_zero();
    if (r.stride == 3) {
        bl_lumped_edge edge = bl_lumped_edge_of(&r, segment);
        couple = v3_scale(1.0 / edge.length, v3_cross(moment, edge.direction));
    }
    return end == 0 ? v3_sub(v3_scale(1.0 - s, force), couple) : v3_add(v3_scale(s, force), couple);
}

void bl_lumped_scale(const bl_rod* rod, double* v, double share, bool keeps_momentum)
{
    bl_lumped r = bl_lumped_view(rod);
    belay_vec3 momentum = v3_zero();
    double mass = 0.0;
    for (uint32_t i = 0; i <= r.n; i++) {
        momentum = v3_add_scaled(momentum, bl_lumped_node_mass(&r, i), bl_lumped_get(v, (size_t)i * r.stride));
        mass += bl_lumped_node_mass(&r, i);
    }
    for (uint32_t k = 0; k < r.m; k++)
        v[k] *= share;
    for (uint32_t i = 0; i <= r.n && keeps_momentum; i++)
        bl_lumped_add(v, (size_t)i * r.stride, v3_scale((1.0 - share) / mass, momentum));
}
