// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The rest shape that holds the rod in its present configuration under gravity (bertails2017, sec. 4.2), and whether
// that equilibrium is stable.
//
// Equilibrium asks for stresses s with g^T s = gravity's forces. With one end clamped there are as many stresses as
// equations; with both ends held there are more, and then those are taken that store the least energy: s = S g x with
// (g^T S g) x = forces. So one solution with the strains' own stiffness does both. Rest strains follow as e - s / S.

#include "models/rod/nodal/rod_nodal_internal.h"

#include "belay/result.h"
#include "models/model_tolerances.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Stresses that hold the rod
// ---------------------------------------------------------------------------------------------------------------------

static void build_strain_stiffness(const bl_nodal* r)
{
    bl_band_clear(&r->band);
    bl_nodal_add_strain_stiffness(r, 1.0, 1.0);
    for (uint32_t i = 0; i < r->n; i++)
        *bl_band_at(&r->band, 4 * i + 3, 4 * i + 3) += BL_ROD_SPIN_FLOOR * r->body->section.twist / r->cell[i];
}

static void hold_ends(const bl_nodal* r, double* load)
{
    for (int end = 0; end < 2; end++) {
        if (r->body->ends[end].hold == BL_ROD_FREE) continue;
        uint32_t node = bl_nodal_end_node(r, end);
        for (uint32_t k = 0; k < 3; k++)
            bl_band_hold(&r->band, 4 * node + k);
        bl_nodal_set_velocity(load, node, v3_zero());
    }
}

static void load_gravity(const bl_nodal* r, belay_vec3 gravity)
{
    memset(r->load, 0, 4 * (r->n + 1) * sizeof *r->load);
    for (uint32_t i = 0; i <= r->n; i++)
        bl_nodal_set_velocity(r->load, i, v3_scale(bl_nodal_node_mass(r, i), gravity));
}

static double stretch_stress(const bl_nodal* r, uint32_t segment, const double* x)
{
    return r->segment[segment].stiffness * bl_nodal_stretch_rate(r, segment, x);
}

static bl_nodal_strain vertex_stress(const bl_nodal* r, uint32_t vertex, const double* x)
{
    const bl_nodal_vertex* v = &r->vertex[vertex];
    bl_nodal_strain stress;
    for (int j = 0; j < 3; j++)
        stress.k[j] = v->stiffness[j] * bl_nodal_rate(r, vertex, v->gradient[j], x);
    return stress;
}

// The stresses of displacements x: trial_length and trial.
static void find_stresses(const bl_nodal* r, const double* x)
{
    for (uint32_t i = 0; i < r->n; i++)
        r->trial_length[i] = stretch_stress(r, i, x);
    for (uint32_t i = 0; i <= r->n; i++)
        r->trial[i] = vertex_stress(r, i, x);
}

// load <- what is left of gravity's forces when the stresses hold; returns the largest, angles counting by the rod's
// length.
static double find_residual(const bl_nodal* r, belay_vec3 gravity)
{
    load_gravity(r, gravity);
    for (uint32_t i = 0; i < r->n; i++)
        bl_nodal_unload_stretch(r, i, r->trial_length[i], r->load);
    for (uint32_t i = 0; i <= r->n; i++)
        bl_nodal_unload_vertex(r, i, r->trial[i].k, r->load);
    for (int end = 0; end < 2; end++)
        if (r->body->ends[end].hold != BL_ROD_FREE)
            bl_nodal_set_velocity(r->load, bl_nodal_end_node(r, end), v3_zero());
    double largest = 0.0;
    for (uint32_t k = 0; k < bl_nodal_dof_count(r->n); k++) {
        double size = fabs(r->load[k]) / (k % 4 == 3 ? r->body->length : 1.0);
        if (!isfinite(size)) return HUGE_VAL;
        largest = fmax(largest, size);
    }
    return largest;
}

static belay_result hold_gravity(const bl_nodal* r, belay_vec3 gravity, belay_error* error)
{
    build_strain_stiffness(r);
    load_gravity(r, gravity);
    hold_ends(r, r->load);
    bl_band_factor(&r->band);
    memset(r->free, 0, 4 * (r->n + 1) * sizeof *r->free);
    double left = HUGE_VAL;
    for (int round = 0; round < BL_NODAL_REST_ROUNDS; round++) {
        bl_band_solve(&r->band, r->load);
        for (uint32_t k = 0; k < bl_nodal_dof_count(r->n); k++)
            r->free[k] += r->load[k];
        find_stresses(r, r->free);
        left = find_residual(r, gravity);
    }
    double weight = r->body->section.line_mass * r->body->length * v3_length(gravity);
    if (left <= BL_NODAL_REST_HOLDS * weight) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE,
                           "no rest shape holds the rod as it lies: a force of %g N is left of a weight of %g N", left,
                           weight);
}

static belay_result set_rest(const bl_nodal* r, belay_error* error)
{
    for (uint32_t i = 0; i < r->n; i++) {
        double rest = r->segment[i].length - r->trial_length[i] / r->segment[i].stiffness;
        if (!(rest > 0.0))
            return belay_error_set(error, BELAY_ERROR_VALUE, "element %u would have to be %g m long at rest",
                                   (unsigned)i, rest);
    }
    for (uint32_t i = 0; i < r->n; i++)
        r->rest_length[i] = r->segment[i].length - r->trial_length[i] / r->segment[i].stiffness;
    for (uint32_t i = 0; i <= r->n; i++) {
        const bl_nodal_vertex* v = &r->vertex[i];
        for (int j = 0; j < 3 && bl_nodal_has_vertex(r, i); j++)
            r->rest[i].k[j] = v->strain.k[j] - r->trial[i].k[j] / v->stiffness[j];
    }
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Stability: the lowest t for which (stiffness with stresses) - t (strains' own stiffness) is singular, by counting
// negative eigenvalues
// ---------------------------------------------------------------------------------------------------------------------

// A side of a vertex after moving with v for `seconds`.
static bl_nodal_side moved_side(const bl_nodal* r, uint32_t vertex, bool is_plus, const double* v, double seconds)
{
    bl_nodal_side side = bl_nodal_side_of(r, vertex, is_plus);
    if (side.length == HUGE_VAL) return side;
    uint32_t i = is_plus ? vertex : vertex - 1;
    belay_vec3 apart = v3_sub(bl_nodal_node_velocity(v, i + 1), bl_nodal_node_velocity(v, i));
    belay_vec3 edge = v3_add_scaled(v3_sub(r->x[i + 1], r->x[i]), seconds, apart);
    belay_vec3 direction = v3_normalize_or(edge, side.axes.d3);
    side.length = fmax(v3_length(edge), BL_ROD_COLLAPSED * r->cell[i]); // as bl_nodal_segment_length
    side.frame = bl_nodal_carry(side.frame, direction, seconds * v[4 * i + 3]);
    side.axes = bl_nodal_axes_of(side.frame);
    return side;
}

// What a vertex' stresses do to the velocities of its stencil after moving with v, added `times`.
static void add_moved_force(const bl_nodal* r, uint32_t vertex, const double* v, double seconds, double times,
                            double force[BL_NODAL_STENCIL])
{
    const bl_nodal_vertex* here = &r->vertex[vertex];
    bl_nodal_side minus = moved_side(r, vertex, false, v, seconds), plus = moved_side(r, vertex, true, v, seconds);
    double twist = bl_nodal_relative(minus.frame, plus.frame, r->twist[vertex]).k[2];
    bl_nodal_slope slopes[3];
    bl_nodal_slopes(&minus, &plus, twist, slopes);
    for (int j = 0; j < 3; j++) {
        double stress = here->stiffness[j] * (here->strain.k[j] - r->rest[vertex].k[j]);
        double stencil[BL_NODAL_STENCIL];
        bl_nodal_spread(r, vertex, &slopes[j], stencil);
        for (int k = 0; k < BL_NODAL_STENCIL; k++)
            force[k] += times * stress * stencil[k];
    }
}

// The stresses times the second derivatives of the strains, by central differences of the gradients. These differ from
// a symmetric matrix by what the moments about a segment lack of balance, as the order of two turns matters; the
// symmetric part is the second derivative of the energy.
static void add_vertex_curvature(const bl_nodal* r, uint32_t vertex)
{
    uint32_t first = bl_nodal_first(vertex), count = vertex == 0 || vertex == r->n ? 7 : 11;
    double step = BL_NODAL_REST_DIFFERENCE * bl_nodal_vertex_cell(r, vertex);
    memset(r->free, 0, 4 * (r->n + 1) * sizeof *r->free);
    for (uint32_t c = 0; c < count; c++) {
        double h = c % 4 == 3 ? BL_NODAL_REST_DIFFERENCE : step, column[BL_NODAL_STENCIL] = {0.0};
        r->free[first + c] = 1.0;
        add_moved_force(r, vertex, r->free, h, 0.5 / h, column);
        add_moved_force(r, vertex, r->free, -h, -0.5 / h, column);
        r->free[first + c] = 0.0;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t low = k < c ? c : k, high = k < c ? k : c;
            *bl_band_at(&r->band, first + low, first + high) += (k == c ? 1.0 : 0.5) * column[k];
        }
    }
}

// How many eigenvalues of the stiffness relative to the strains' own are below t.
static uint32_t count_below(const bl_nodal* r, double t)
{
    bl_band_clear(&r->band);
    bl_nodal_add_strain_stiffness(r, 1.0 - t, 1.0 - t);
    for (uint32_t i = 0; i < r->n; i++) {
        bl_nodal_add_tension_stiffness(r, i, r->segment[i].tension / r->segment[i].length);
        *bl_band_at(&r->band, 4 * i + 3, 4 * i + 3) +=
            (1.0 - t) * BL_ROD_SPIN_FLOOR * r->body->section.twist / r->cell[i];
    }
    for (uint32_t i = 0; i <= r->n; i++)
        if (bl_nodal_has_vertex(r, i)) add_vertex_curvature(r, i);
    hold_ends(r, r->load);
    return bl_band_factor(&r->band);
}

static double lowest_eigenvalue(const bl_nodal* r)
{
    bl_nodal_measure(r);
    double low = 0.0, high = 1.0;
    for (double step = 1.0; count_below(r, low) > 0 && step < 1e15; step *= 2.0) {
        high = low;
        low -= step;
    }
    for (double step = 1.0; count_below(r, high) == 0 && step < 1e15; step *= 2.0) {
        low = high;
        high += step;
    }
    while (high - low > BL_NODAL_REST_BISECTION * (1.0 + fabs(low))) {
        double middle = 0.5 * (low + high);
        if (count_below(r, middle) > 0)
            high = middle;
        else
            low = middle;
    }
    return 0.5 * (low + high);
}

belay_result bl_nodal_make_sag_free(const bl_rod* rod, belay_vec3 gravity, double* lowest, belay_error* error)
{
    bl_nodal r = bl_nodal_view(rod);
    bl_nodal_take_ends(&r);
    bl_nodal_measure(&r);
    belay_result result = hold_gravity(&r, gravity, error);
    if (result == BELAY_OK) result = set_rest(&r, error);
    if (result == BELAY_OK) *lowest = lowest_eigenvalue(&r);
    return result;
}
