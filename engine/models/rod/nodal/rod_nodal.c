// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/nodal/rod_nodal_internal.h"

#include <string.h>

static bool can_hold(int end, bl_rod_hold hold)
{
    (void)end;
    (void)hold;
    return true;
}

static const double* free_velocity(const bl_rod* rod)
{
    return bl_nodal_view(rod).free;
}

static double* velocity(const bl_rod* rod)
{
    return bl_nodal_view(rod).v;
}

static bool is_held(const bl_rod_body* body, uint32_t node)
{
    if (node == 0) return body->ends[0].hold != BL_ROD_FREE;
    return node == body->element_count && body->ends[1].hold != BL_ROD_FREE;
}

static void add_to_row(double* row, belay_vec3 a, double sign)
{
    row[0] += sign * a.x;
    row[1] += sign * a.y;
    row[2] += sign * a.z;
}

// angular . w = (angular x t) . (v(i+1) - v(i)) / l + (angular . t) th
static void row(const bl_rod* rod, uint32_t segment, double s, belay_vec3 linear, belay_vec3 angular, double sign,
                double* row, uint32_t* first, uint32_t* count)
{
    bl_nodal r = bl_nodal_view(rod);
    belay_vec3 t = bl_nodal_direction_of(r.frame[segment]);
    belay_vec3 tilt = v3_scale(1.0 / bl_nodal_segment_length(&r, segment), v3_cross(angular, t));
    *first = 4 * segment;
    *count = 7;
    row += *first;
    if (!is_held(rod->body, segment)) add_to_row(row, v3_sub(v3_scale(1.0 - s, linear), tilt), sign);
    row[3] += sign * v3_dot(angular, t);
    if (!is_held(rod->body, segment + 1)) add_to_row(row + 4, v3_add(v3_scale(s, linear), tilt), sign);
}

static void solve(const bl_rod* rod, double* x, uint32_t columns, uint32_t from)
{
    bl_nodal r = bl_nodal_view(rod);
    bl_band_solve_many(&r.band, x, columns, from);
}

static bl_band factor(const bl_rod* rod)
{
    return bl_nodal_view(rod).band;
}

static void nodes(const bl_rod* rod, belay_vec3* nodes)
{
    bl_nodal r = bl_nodal_view(rod);
    memcpy(nodes, r.x, (r.n + 1) * sizeof *nodes);
}

static void node_velocities(const bl_rod* rod, const double* v, belay_vec3* velocities)
{
    for (uint32_t i = 0; i <= rod->body->element_count; i++)
        velocities[i] = bl_nodal_node_velocity(v, i);
}

static belay_quat frame(const bl_rod* rod, uint32_t segment)
{
    return bl_nodal_view(rod).frame[segment];
}

static belay_vec3 angular_velocity(const bl_rod* rod, uint32_t segment, const double* v)
{
    bl_nodal r = bl_nodal_view(rod);
    belay_vec3 t = bl_nodal_direction_of(r.frame[segment]);
    belay_vec3 apart = v3_sub(bl_nodal_node_velocity(v, segment + 1), bl_nodal_node_velocity(v, segment));
    belay_vec3 tilt = v3_scale(1.0 / bl_nodal_segment_length(&r, segment), v3_cross(t, apart));
    return v3_add_scaled(tilt, v[4 * segment + 3], t);
}

// How much longer an element is than at rest, at the instant of its forces.
static double stretched(const bl_nodal* r, uint32_t element)
{
    belay_vec3 apart = v3_sub(bl_nodal_node_velocity(r->v, element + 1), bl_nodal_node_velocity(r->v, element));
    belay_vec3 edge = v3_add_scaled(v3_sub(r->x[element + 1], r->x[element]), r->body->lead, apart);
    return v3_length(edge) - r->rest_length[element];
}

static double tension(const bl_rod* rod, uint32_t element)
{
    bl_nodal r = bl_nodal_view(rod);
    return rod->body->section.stretch * stretched(&r, element) / r.cell[element];
}

// Strain beyond rest; zero where the end is not clamped.
static bl_nodal_strain excess(const bl_nodal* r, uint32_t vertex)
{
    bl_nodal_strain e = {{0.0, 0.0, 0.0}};
    if (!bl_nodal_has_vertex(r, vertex)) return e;
    belay_quat minus = vertex == 0 ? r->clamp[0] : r->frame[vertex - 1];
    belay_quat plus = vertex == r->n ? r->clamp[1] : r->frame[vertex];
    e = bl_nodal_relative(minus, plus, r->twist[vertex]);
    for (int j = 0; j < 3; j++)
        e.k[j] -= r->rest[vertex].k[j];
    return e;
}

static belay_vec3 moment(const bl_rod* rod, uint32_t vertex)
{
    bl_nodal r = bl_nodal_view(rod);
    const bl_rod_section* s = &rod->body->section;
    bl_nodal_strain e = excess(&r, vertex);
    double per_cell = 1.0 / bl_nodal_vertex_cell(&r, vertex);
    return v3(s->bend[0] * per_cell * e.k[0], s->bend[1] * per_cell * e.k[1], s->twist * per_cell * e.k[2]);
}

static void set_velocities(const bl_rod* rod, const belay_vec3* velocities)
{
    bl_nodal r = bl_nodal_view(rod);
    memset(r.v, 0, 4 * (r.n + 1) * sizeof *r.v);
    for (uint32_t i = 0; i <= r.n; i++)
        bl_nodal_set_velocity(r.v, i, velocities[i]);
}

static void arcs(const bl_rod* rod, double* arcs)
{
    bl_nodal r = bl_nodal_view(rod);
    arcs[0] = 0.0;
    for (uint32_t i = 0; i < r.n; i++)
        arcs[i + 1] = arcs[i] + r.cell[i];
}

const bl_rod_ops bl_rod_nodal = {
    .name = "nodal",
    .dofs_per_element = 4,
    .dofs_extra = 3,
    .segments_per_element = 1,
    .state_size = bl_nodal_state_size,
    .scratch_size = bl_nodal_scratch_size,
    .can_hold = can_hold,
    .init = bl_nodal_init,
    .move = bl_nodal_move,
    .prepare = bl_nodal_prepare,
    .free_velocity = free_velocity,
    .look = bl_nodal_look,
    .refine = bl_nodal_refine,
    .energy_report = bl_nodal_energy_report,
    .scale = bl_nodal_scale,
    .velocity = velocity,
    .row = row,
    .solve = solve,
    .factor = factor,
    .set_velocities = set_velocities,
    .arcs = arcs,
    .nodes = nodes,
    .node_velocities = node_velocities,
    .frame = frame,
    .angular_velocity = angular_velocity,
    .tension = tension,
    .moment = moment,
    .end_force = bl_nodal_end_force,
    .direct_force = bl_nodal_direct_force,
    .energy = bl_nodal_energy,
    .has_instants = true,
    .cut = bl_nodal_cut,
    .reverse = bl_nodal_reverse,
    .join = bl_nodal_join,
    .make_sag_free = bl_nodal_make_sag_free,
};
