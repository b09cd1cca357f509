// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/nodal/rod_nodal_internal.h"

// target[i] += sum over j of w[j] g[j][i], `count` being a constant where this is called.
static inline void add_rows(double* restrict target, const double* restrict g, const double w[3], uint32_t count)
{
    double w0 = w[0], w1 = w[1], w2 = w[2];
    const double *g0 = g, *g1 = g + BL_NODAL_STENCIL, *g2 = g + 2 * BL_NODAL_STENCIL;
    for (uint32_t i = 0; i < count; i++)
        target[i] += w0 * g0[i] + w1 * g1[i] + w2 * g2[i];
}

// The stencil is three blocks of the band; below a column of block b stand the blocks from b on.
static void add_vertex(const bl_nodal* r, uint32_t vertex, double of_strains)
{
    const bl_nodal_vertex* v = &r->vertex[vertex];
    uint32_t first = bl_nodal_first(vertex), columns = bl_nodal_neighbour_count(r, vertex);
    for (uint32_t c = 0; c < columns; c++) {
        double w[3];
        for (int j = 0; j < 3; j++)
            w[j] = of_strains * v->stiffness[j] * v->gradient[j][c];
        double* target = r->band.a + (size_t)(first + c) * BL_NODAL_STENCIL;
        if (c < 4)
            add_rows(target, v->gradient[0], w, 12);
        else if (c < 8)
            add_rows(target, v->gradient[0] + 4, w, 8);
        else
            add_rows(target, v->gradient[0] + 8, w, 4);
    }
}

// along t t^T + across (1 - t t^T) between the nodes of a segment: at both, and less it across.
static void add_segment(const bl_nodal* r, uint32_t segment, double along, double across)
{
    belay_vec3 d = r->segment[segment].pull;
    const double t[3] = {d.x, d.y, d.z};
    uint32_t first = 4 * segment;
    for (uint32_t j = 0; j < 3; j++) {
        double* low = bl_band_at(&r->band, first, first + j);
        double* high = bl_band_at(&r->band, first + 4, first + 4 + j);
        for (uint32_t i = 0; i < 3; i++) {
            double g = (along - across) * t[i] * t[j] + (i == j ? across : 0.0);
            low[i] += g;
            low[i + 4] -= g;
            high[i] += g;
        }
    }
}

void bl_nodal_add_strain_stiffness(const bl_nodal* r, double of_strains, double of_stretch)
{
    for (uint32_t i = 0; i <= r->n; i++)
        if (bl_nodal_has_vertex(r, i)) add_vertex(r, i, of_strains);
    for (uint32_t i = 0; i < r->n; i++)
        add_segment(r, i, of_stretch * r->segment[i].stiffness, 0.0);
}

void bl_nodal_add_tension_stiffness(const bl_nodal* r, uint32_t segment, double tight)
{
    add_segment(r, segment, 0.0, tight);
}

// In its axes a segment turns with w = (g0 . u, g1 . u, th), u being the velocity of its second node past the first.
// So inertia a has the momentum  G^T a w  over (u, th), and the block  G^T a G  of the matrix.
typedef struct rotation {
    belay_vec3 g0, g1;     // -d2 / l, d1 / l
    belay_vec3 row0, row1; // a G, its two rows over u
    belay_vec3 across;     // G^T a over th
} rotation;

static rotation rotation_of(const bl_nodal_segment* s, belay_mat33 a)
{
    rotation t = {.g0 = v3_scale(-1.0 / s->length, s->axes.d2), .g1 = v3_scale(1.0 / s->length, s->axes.d1)};
    t.row0 = v3_add_scaled(v3_scale(a.m[0], t.g0), a.m[1], t.g1);
    t.row1 = v3_add_scaled(v3_scale(a.m[1], t.g0), a.m[4], t.g1);
    t.across = v3_add_scaled(v3_scale(a.m[2], t.g0), a.m[5], t.g1);
    return t;
}

void bl_nodal_add_rotary_inertia(const bl_nodal* r, uint32_t segment, belay_mat33 a)
{
    rotation t = rotation_of(&r->segment[segment], a);
    const double x0[3] = {t.g0.x, t.g0.y, t.g0.z}, x1[3] = {t.g1.x, t.g1.y, t.g1.z};
    const double y0[3] = {t.row0.x, t.row0.y, t.row0.z}, y1[3] = {t.row1.x, t.row1.y, t.row1.z};
    const double across[3] = {t.across.x, t.across.y, t.across.z};
    uint32_t first = 4 * segment;
    for (uint32_t j = 0; j < 3; j++) {
        double* low = bl_band_at(&r->band, first, first + j);
        double* high = bl_band_at(&r->band, first + 4, first + 4 + j);
        for (uint32_t i = 0; i < 3; i++) {
            double g = x0[i] * y0[j] + x1[i] * y1[j];
            low[i] += g;
            low[i + 4] -= g;
            high[i] += g;
        }
        low[3] -= across[j];
        *bl_band_at(&r->band, first + 4 + j, first + 3) += across[j];
    }
    *bl_band_at(&r->band, first + 3, first + 3) += a.m[8];
}

void bl_nodal_load_rotary_momentum(const bl_nodal* r, uint32_t segment, belay_mat33 a, const double* v, double* load)
{
    rotation t = rotation_of(&r->segment[segment], a);
    belay_vec3 u = v3_sub(bl_nodal_node_velocity(v, segment + 1), bl_nodal_node_velocity(v, segment));
    double spin = v[4 * segment + 3];
    belay_vec3 l = v3_add_scaled(v3_scale(v3_dot(t.row0, u), t.g0), v3_dot(t.row1, u), t.g1);
    bl_nodal_add_between(load, segment, v3_neg(v3_add_scaled(l, spin, t.across)));
    load[4 * segment + 3] += v3_dot(t.across, u) + a.m[8] * spin;
}

void bl_nodal_unload_stretch(const bl_nodal* r, uint32_t segment, double tension, double* load)
{
    belay_vec3 f = v3_scale(tension, r->segment[segment].pull);
    bl_nodal_add_between(load, segment, f);
}

void bl_nodal_unload_vertex(const bl_nodal* r, uint32_t vertex, const double moment[3], double* load)
{
    const bl_nodal_vertex* v = &r->vertex[vertex];
    double* at = load + bl_nodal_first(vertex);
    uint32_t count = bl_nodal_neighbour_count(r, vertex);
    for (uint32_t k = 0; k < count; k++)
        at[k] -= v->gradient[0][k] * moment[0] + v->gradient[1][k] * moment[1] + v->gradient[2][k] * moment[2];
}
