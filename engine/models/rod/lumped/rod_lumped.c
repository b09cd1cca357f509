// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/lumped/rod_lumped.h"

#include "models/model_tolerances.h"
#include "models/rod/rod_layout.h"

static size_t lay_out_state(bl_lumped* r, double* base)
{
    bl_rod_layout t = {base, 0};
    size_t n = r->n;
    r->v = bl_rod_take(&t, r->m);
    r->x = bl_rod_take(&t, 3 * (n + 1));
    r->frame = bl_rod_take(&t, 4 * n);
    r->length = bl_rod_take(&t, n);
    r->rest = bl_rod_take(&t, 3 * (n + 1));
    return t.used;
}

#define BAND_WIDTH 8 // three neighbours of 3 velocities

static size_t lay_out_scratch(bl_lumped* r, double* base)
{
    bl_rod_layout t = {base, 0};
    r->band.size = r->m;
    r->band.bandwidth = bl_band_bandwidth(BAND_WIDTH);
    r->band.a = bl_rod_take(&t, bl_band_doubles(r->band.size, r->band.bandwidth));
    r->free = bl_rod_take(&t, r->m);
    r->load = bl_rod_take(&t, r->m);
    r->work = bl_rod_take(&t, r->m);
    r->own = bl_rod_take(&t, r->model->per_element * ((size_t)r->n + 1));
    r->beyond = bl_rod_take(&t, r->n);
    r->step = bl_rod_take(&t, 1);
    r->pull = bl_rod_take(&t, 2 * 3);
    return t.used;
}

static bl_lumped blank(const bl_rod_ops* ops, uint32_t element_count)
{
    bl_lumped r = {.model = ops->lumped, .n = element_count, .stride = ops->dofs_per_element};
    r.m = bl_rod_dof_count(ops, element_count);
    return r;
}

size_t bl_lumped_state_size(const bl_rod_ops* ops, uint32_t element_count)
{
    bl_lumped r = blank(ops, element_count);
    return lay_out_state(&r, NULL);
}

size_t bl_lumped_scratch_size(const bl_rod_ops* ops, uint32_t element_count)
{
    bl_lumped r = blank(ops, element_count);
    return lay_out_scratch(&r, NULL);
}

bl_lumped bl_lumped_view(const bl_rod* rod)
{
    bl_lumped r = blank(bl_rod_ops_of(rod->body->model), rod->body->element_count);
    r.body = rod->body;
    lay_out_state(&r, rod->state);
    lay_out_scratch(&r, rod->scratch);
    return r;
}

bl_lumped_edge bl_lumped_edge_of(const bl_lumped* r, uint32_t element)
{
    belay_vec3 e = v3_sub(r->x[element + 1], r->x[element]);
    double length = v3_length(e), rest = r->length[element];
    bl_lumped_edge edge;
    edge.stiffness = r->body->section.stretch / rest;
    edge.tension = r->body->section.stretch * (length / rest - 1.0);
    edge.direction = length > 0.0 ? v3_scale(1.0 / length, e) : q_rotate(r->frame[element], v3(0.0, 0.0, 1.0));
    edge.length = fmax(length, BL_ROD_COLLAPSED * rest);
    return edge;
}

double bl_lumped_tautness(const bl_lumped_edge* edge)
{
    return fmax(edge->tension, 0.0) / edge->length;
}

bool bl_lumped_bends(const bl_lumped* r, uint32_t vertex)
{
    if (vertex == 0) return r->body->ends[0].hold == BL_ROD_CLAMPED;
    return vertex < r->n || r->body->ends[1].hold == BL_ROD_CLAMPED;
}

double bl_lumped_cell(const bl_lumped* r, uint32_t vertex)
{
    double before = vertex > 0 ? r->length[vertex - 1] : 0.0;
    double after = vertex < r->n ? r->length[vertex] : 0.0;
    return 0.5 * (before + after);
}

belay_quat bl_lumped_frame_before(const bl_lumped* r, uint32_t vertex)
{
    return vertex > 0 ? r->frame[vertex - 1] : q_normalize(r->body->ends[0].rotation);
}

belay_quat bl_lumped_frame_after(const bl_lumped* r, uint32_t vertex)
{
    return vertex < r->n ? r->frame[vertex] : q_normalize(r->body->ends[1].rotation);
}

double bl_lumped_node_mass(const bl_lumped* r, uint32_t node)
{
    return r->body->section.line_mass * bl_lumped_cell(r, node);
}

double bl_lumped_spin_inertia(const bl_lumped* r, uint32_t element)
{
    return r->body->section.spin_inertia * r->length[element];
}

bool bl_lumped_is_held(const bl_lumped* r, uint32_t node)
{
    if (node == 0) return r->body->ends[0].hold != BL_ROD_FREE;
    return node == r->n && r->body->ends[1].hold != BL_ROD_FREE;
}

belay_quat bl_lumped_shortest(belay_vec3 from, belay_vec3 to)
{
    double w = 1.0 + v3_dot(from, to);
    belay_vec3 u = v3_cross(from, to);
    if (w < BL_LUMPED_OPPOSITE) {
        w = 0.0;
        u = v3_any_orthogonal(from);
    }
    return q_normalize((belay_quat){w, u.x, u.y, u.z});
}

void bl_lumped_move_nodes(const bl_lumped* r, double seconds)
{
    for (uint32_t i = 0; i <= r->n; i++) {
        belay_vec3 v = bl_lumped_get(r->v, (size_t)i * r->stride);
        r->x[i] = v3_add_scaled(r->x[i], seconds, v);
    }
    if (bl_lumped_is_held(r, 0)) r->x[0] = r->body->ends[0].position;
    if (bl_lumped_is_held(r, r->n)) r->x[r->n] = r->body->ends[1].position;
}

void bl_lumped_add_row(const bl_lumped* r, uint32_t node, belay_vec3 a, double* row)
{
    if (!bl_lumped_is_held(r, node)) bl_lumped_add(row, (size_t)node * r->stride, a);
}

void bl_lumped_set_node_velocities(const bl_lumped* r, const belay_vec3* velocities)
{
    for (uint32_t i = 0; i <= r->n; i++)
        bl_lumped_set(r->v, (size_t)i * r->stride, velocities[i]);
}

bl_rod_energy bl_lumped_energy(const bl_lumped* r, belay_vec3 gravity)
{
    bl_rod_energy energy = {0.0, 0.0, 0.0, 0.0, 0.0};
    for (uint32_t i = 0; i <= r->n; i++) {
        double mass = bl_lumped_node_mass(r, i);
        energy.kinetic += 0.5 * mass * v3_length_squared(bl_lumped_get(r->v, (size_t)i * r->stride));
        energy.potential -= mass * v3_dot(gravity, r->x[i]);
    }
    for (uint32_t i = 0; i < r->n; i++) {
        double strain = v3_distance(r->x[i + 1], r->x[i]) / r->length[i] - 1.0;
        energy.stretch += 0.5 * r->body->section.stretch * r->length[i] * strain * strain;
    }
    return energy;
}
