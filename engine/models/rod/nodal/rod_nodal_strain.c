// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Derivatives of the strains. With e- and e+ the edges beside a vertex, t their directions, phi the angle between them,
// k1, k2, m the strains and M1, M2, M3 the frame half-way, let
//
//     s = 1 / cos(phi/2),   g = (s - 1) / (k1^2 + k2^2) = 1 / (4 (1 + s)),
//     u1 = -g k1 k2 M1 + (1 + g k1^2) M2,     u2 = -(1 + g k2^2) M1 + g k1 k2 M2.
//
// Varying 2 t- x t+ / (1 + t- . t+), whose components on M1 and M2 are k1 and k2, gives for j = 1, 2
//
//     dkj = (uj - s kj M3 / 2) . de- / |e-|  +  (-uj - s kj M3 / 2) . de+ / |e+|  +  (k2 or -k1) (dth- + dth+) / 2
//     dm  = (k1 M1 + k2 M2) / 2 . (de- / |e-| + de+ / |e+|)  +  dth+ - dth-,
//
// the last line being the angle by which parallel transport from t- to t+ turns (Bergou et al. 2008).

#include "models/rod/nodal/rod_nodal_internal.h"

#include <string.h>

// The frame half-way. D1, D2: the axes of the segment before it, turned by m/2; M: those turned about the axis of
// bending by phi/2, the shortest rotation from d3 to M3.
static bl_nodal_axes half_way(const bl_nodal_side* minus, const bl_nodal_side* plus, const bl_nodal_strain* strain,
                              double c, const double half[2])
{
    double cm = half[0], sm = half[1];
    belay_vec3 d1 = v3_add_scaled(v3_scale(cm, minus->axes.d1), sm, minus->axes.d2);
    belay_vec3 d2 = v3_add_scaled(v3_scale(cm, minus->axes.d2), -sm, minus->axes.d1);
    bl_nodal_axes m;
    m.d3 = v3_scale(0.5 / c, v3_add(minus->axes.d3, plus->axes.d3));
    belay_vec3 displacement = v3_scale(0.5 * c / (1.0 + c), v3_add(minus->axes.d3, m.d3));
    m.d1 = v3_add_scaled(d1, -strain->k[1], displacement);
    m.d2 = v3_add_scaled(d2, strain->k[0], displacement);
    return m;
}

bl_nodal_strain bl_nodal_slopes(const bl_nodal_side* minus, const bl_nodal_side* plus, double twist,
                                bl_nodal_slope slopes[3])
{
    double half[2];
    bl_nodal_strain strain = bl_nodal_known_relative(minus->frame, plus->frame, twist, half);
    double k1 = strain.k[0], k2 = strain.k[1];
    double s = sqrt(1.0 + 0.25 * (k1 * k1 + k2 * k2)), g = 0.25 / (1.0 + s);
    bl_nodal_axes m = half_way(minus, plus, &strain, 1.0 / s, half);
    double per_minus = 1.0 / minus->length, per_plus = 1.0 / plus->length;
    belay_vec3 u[2] = {v3_add_scaled(v3_scale(-g * k1 * k2, m.d1), 1.0 + g * k1 * k1, m.d2),
                       v3_add_scaled(v3_scale(-1.0 - g * k2 * k2, m.d1), g * k1 * k2, m.d2)};
    for (int j = 0; j < 2; j++) {
        belay_vec3 along = v3_scale(-0.5 * s * strain.k[j], m.d3);
        slopes[j].minus = v3_scale(per_minus, v3_add(along, u[j]));
        slopes[j].plus = v3_scale(per_plus, v3_sub(along, u[j]));
        slopes[j].turn_minus = slopes[j].turn_plus = j == 0 ? 0.5 * k2 : -0.5 * k1;
    }
    belay_vec3 half_bend = v3_add_scaled(v3_scale(0.5 * k1, m.d1), 0.5 * k2, m.d2);
    slopes[2] = (bl_nodal_slope){v3_scale(per_minus, half_bend), v3_scale(per_plus, half_bend), -1.0, 1.0};
    return strain;
}

bl_nodal_side bl_nodal_side_of(const bl_nodal* r, uint32_t vertex, bool is_plus)
{
    bl_nodal_side side;
    if (is_plus ? vertex == r->n : vertex == 0) {
        side.frame = r->clamp[is_plus ? 1 : 0];
        side.axes = bl_nodal_axes_of(side.frame);
        side.length = HUGE_VAL;
        return side;
    }
    uint32_t segment = is_plus ? vertex : vertex - 1;
    side.frame = r->frame[segment];
    side.axes = r->segment[segment].axes;
    side.length = r->segment[segment].length;
    return side;
}

static void put(double* at, belay_vec3 a)
{
    at[0] = a.x;
    at[1] = a.y;
    at[2] = a.z;
}

// The stencil of an inner vertex is x- th- x th+ x+; that of node 0 begins at x, that of node n ends there.
void bl_nodal_spread(const bl_nodal* r, uint32_t vertex, const bl_nodal_slope* slope, double stencil[BL_NODAL_STENCIL])
{
    memset(stencil, 0, BL_NODAL_STENCIL * sizeof *stencil);
    if (vertex == 0) {
        put(stencil, v3_neg(slope->plus));
        stencil[3] = slope->turn_plus;
        put(stencil + 4, slope->plus);
        return;
    }
    put(stencil, v3_neg(slope->minus));
    stencil[3] = slope->turn_minus;
    if (vertex == r->n) {
        put(stencil + 4, slope->minus);
        return;
    }
    put(stencil + 4, v3_sub(slope->minus, slope->plus));
    stencil[7] = slope->turn_plus;
    put(stencil + 8, slope->plus);
}

// A turn of the whole rod, its clamps with it, strains nothing: what a clamp's turning does to a strain is minus what
// the same turning of the segment does.
static double drive(const bl_nodal* r, uint32_t vertex, const bl_nodal_slope* slope)
{
    bool is_start = vertex == 0;
    const bl_nodal_segment* s = &r->segment[is_start ? 0 : vertex - 1];
    belay_vec3 spin = r->body->ends[is_start ? 0 : 1].angular;
    belay_vec3 by_edge = is_start ? slope->plus : slope->minus;
    double by_turn = is_start ? slope->turn_plus : slope->turn_minus;
    belay_vec3 edge_rate = v3_scale(s->length, v3_cross(spin, s->axes.d3));
    return -v3_dot(by_edge, edge_rate) - by_turn * v3_dot(spin, s->axes.d3);
}

static void measure_vertex(const bl_nodal* r, uint32_t vertex)
{
    bl_nodal_vertex* v = &r->vertex[vertex];
    if (!bl_nodal_has_vertex(r, vertex)) {
        memset(v, 0, sizeof *v);
        return;
    }
    bl_nodal_side minus = bl_nodal_side_of(r, vertex, false), plus = bl_nodal_side_of(r, vertex, true);
    bl_nodal_slope slopes[3];
    v->strain = bl_nodal_slopes(&minus, &plus, r->twist[vertex], slopes);
    const bl_rod_section* section = &r->body->section;
    const double stiffness[3] = {section->bend[0], section->bend[1], section->twist};
    double per_cell = 1.0 / bl_nodal_vertex_cell(r, vertex);
    bool is_end = vertex == 0 || vertex == r->n;
    for (int j = 0; j < 3; j++) {
        v->stiffness[j] = per_cell * stiffness[j];
        bl_nodal_spread(r, vertex, &slopes[j], v->gradient[j]);
        v->drive[j] = is_end ? drive(r, vertex, &slopes[j]) : 0.0;
    }
}

void bl_nodal_measure(const bl_nodal* r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        bl_nodal_segment* s = &r->segment[i];
        s->axes = bl_nodal_axes_of(r->frame[i]);
        s->length = bl_nodal_segment_length(r, i);
        s->stiffness = r->body->section.stretch / r->cell[i];
        s->tension = s->stiffness * (s->length - r->rest_length[i]);
        s->pull = s->axes.d3;
        s->tight = 0.0;
    }
    for (uint32_t i = 0; i <= r->n; i++)
        measure_vertex(r, i);
}
