// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/nodal/rod_nodal_internal.h"

#include "belay/elementary.h"
#include "belay/result.h"
#include "models/model_tolerances.h"

#include <string.h>

static belay_result check_nodes(const belay_vec3* nodes, uint32_t n, const char* name, belay_error* error)
{
    for (uint32_t i = 0; i <= n; i++)
        if (!v3_is_finite(nodes[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%u] is (%g, %g, %g); it must be finite", name,
                                   (unsigned)i, nodes[i].x, nodes[i].y, nodes[i].z);
    belay_vec3 last = v3_zero();
    for (uint32_t i = 0; i < n; i++) {
        belay_vec3 edge = v3_sub(nodes[i + 1], nodes[i]);
        double length = v3_length(edge);
        if (!(length > 0.0) || !isfinite(length))
            return belay_error_set(error, BELAY_ERROR_SHAPE,
                                   "%s[%u] and [%u] are %g m apart; they must differ: (%g, %g, %g)", name, (unsigned)i,
                                   (unsigned)i + 1, length, nodes[i].x, nodes[i].y, nodes[i].z);
        belay_vec3 direction = v3_scale(1.0 / length, edge);
        if (i > 0 && v3_length(v3_add(last, direction)) < BL_ROD_OPPOSITE)
            return belay_error_set(error, BELAY_ERROR_SHAPE,
                                   "%s are folded back at [%u], (%g, %g, %g); they must not be", name, (unsigned)i,
                                   nodes[i].x, nodes[i].y, nodes[i].z);
        last = direction;
    }
    return BELAY_OK;
}

static belay_result check_angles(const double* angles, uint32_t n, const char* name, belay_error* error)
{
    for (uint32_t i = 0; angles != NULL && i < n; i++)
        if (!isfinite(angles[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%u] is %g; it must be finite", name, (unsigned)i,
                                   angles[i]);
    return BELAY_OK;
}

static belay_result check(const bl_rod_start* start, uint32_t n, belay_error* error)
{
    if (n < 2) return belay_error_set(error, BELAY_ERROR_VALUE, "element_count is %u; 2 is the least", (unsigned)n);
    belay_result result = check_nodes(start->nodes, n, "nodes", error);
    if (result == BELAY_OK && start->rest_nodes != NULL)
        result = check_nodes(start->rest_nodes, n, "rest_nodes", error);
    if (result == BELAY_OK) result = check_angles(start->twist, n, "twist", error);
    if (result == BELAY_OK) result = check_angles(start->rest_twist, n, "rest_twist", error);
    if (result == BELAY_OK && !v3_is_finite(start->d1))
        result = belay_error_set(error, BELAY_ERROR_VALUE, "d1 is (%g, %g, %g); it must be finite", start->d1.x,
                                 start->d1.y, start->d1.z);
    return result;
}

static belay_vec3 direction(const belay_vec3* nodes, uint32_t segment)
{
    belay_vec3 edge = v3_sub(nodes[segment + 1], nodes[segment]);
    return v3_scale(1.0 / v3_length(edge), edge);
}

// The frame with the given d3 whose d1 is as near as can be to the one wanted.
static belay_quat frame_towards(belay_vec3 d3, belay_vec3 wanted)
{
    belay_quat frame = bl_nodal_carry(belay_quat_identity(), d3, 0.0);
    bl_nodal_axes axes = bl_nodal_axes_of(frame);
    double x = v3_dot(wanted, axes.d1), y = v3_dot(wanted, axes.d2);
    // What is left of a wanted direction that is parallel to d3 is rounding.
    bool is_parallel = sqrt(x * x + y * y) <= BL_NODAL_PARALLEL * v3_length(wanted);
    return bl_nodal_carry(frame, d3, is_parallel ? 0.0 : belay_atan2(y, x));
}

// Frames along a curve: carried from segment to segment without twist, then turned.
static void frame_curve(const belay_vec3* nodes, uint32_t n, belay_quat first, const double* twist, belay_quat* frames)
{
    belay_quat untwisted = first;
    for (uint32_t i = 0; i < n; i++) {
        untwisted = bl_nodal_carry(untwisted, direction(nodes, i), 0.0);
        frames[i] = twist != NULL ? bl_nodal_carry(untwisted, direction(nodes, i), twist[i]) : untwisted;
    }
}

static double twist_between(const double* twist, uint32_t vertex)
{
    return twist != NULL ? twist[vertex] - twist[vertex - 1] : 0.0;
}

void bl_nodal_set_end_rest(const bl_nodal* r, int end)
{
    uint32_t vertex = bl_nodal_end_node(r, end), beside = end == 0 ? 1 : r->n - 1;
    for (int j = 0; j < 3; j++)
        r->rest[vertex].k[j] = r->rest[beside].k[j] * bl_nodal_vertex_cell(r, vertex) / bl_nodal_vertex_cell(r, beside);
}

// The rest shape lies as if the rod's first segment had been brought to it by the shortest rotation.
static void set_rest(bl_nodal* r, const bl_rod_start* start)
{
    memset(r->rest, 0, (r->n + 1) * sizeof *r->rest);
    for (uint32_t i = 1; i < r->n; i++)
        r->rest[i].k[2] = twist_between(start->rest_twist, i);
    if (start->rest_nodes != NULL) {
        frame_curve(start->rest_nodes, r->n, r->frame[0], start->rest_twist, r->trial_frame);
        for (uint32_t i = 1; i < r->n; i++)
            r->rest[i] = bl_nodal_relative(r->trial_frame[i - 1], r->trial_frame[i], r->rest[i].k[2]);
    }
    bl_nodal_set_end_rest(r, 0);
    bl_nodal_set_end_rest(r, 1);
}

static void set_lengths(bl_nodal* r, const bl_rod_start* start)
{
    const belay_vec3* nodes = start->rest_nodes != NULL ? start->rest_nodes : start->nodes;
    for (uint32_t i = 0; i < r->n; i++)
        r->cell[i] = r->rest_length[i] = v3_distance(nodes[i], nodes[i + 1]);
}

belay_result bl_nodal_init(const bl_rod* rod, const bl_rod_start* start, belay_error* error)
{
    uint32_t n = rod->body->element_count;
    belay_result result = check(start, n, error);
    if (result != BELAY_OK) return result;
    memset(rod->state, 0, bl_rod_state_size(&bl_rod_nodal, n) * sizeof(double));
    memset(rod->scratch, 0, bl_rod_scratch_size(&bl_rod_nodal, n) * sizeof(double));
    bl_nodal r = bl_nodal_view(rod);
    memcpy(r.x, start->nodes, (n + 1) * sizeof *r.x);
    set_lengths(&r, start);
    belay_quat first = frame_towards(direction(start->nodes, 0), start->d1);
    frame_curve(start->nodes, n, first, NULL, r.frame);
    set_rest(&r, start);
    frame_curve(start->nodes, n, first, start->twist, r.frame);
    for (uint32_t i = 1; i < n; i++)
        r.twist[i] = twist_between(start->twist, i);
    r.clamp[0] = r.clamp[1] = belay_quat_identity();
    bl_nodal_take_ends(&r);
    rod->body->segment_count = n;
    rod->body->length = 0.0;
    for (uint32_t i = 0; i < n; i++)
        rod->body->length += r.cell[i];
    return BELAY_OK;
}
