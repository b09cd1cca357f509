// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The account of a step. Kinetic energy changes by the impulses times the mean of the velocities before and after, so
// of what the whole energy changes by, all is the work of what acts on the rod from outside but
//
//     gain = E(strains after) - E(strains before) - sum over strains of  impulse . (rate- + rate+) / 2,
//
// whatever contacts did and however well they were solved for. Below zero it is what the rod loses in the step by
// damping and by theta; above zero it is energy out of nothing.
//
// Elastic energies may be told at the contact instants, where a vibration that backward Euler damps never gains; or
// halfway between them, to which a node goes by h times the mean velocity, so that a slow change under a load is exact.
// (Halfway a segment is as long as it is in the mean: when it turns in the step, the chord that its nodes go makes the
// edge shorter there, a phantom that would be a large energy in a stiff rod.) The two differ by what does not add up,
// and only what gains by both is a gain.

#include "dynamics/rod_nodal_internal.h"

static double kinetic_energy(const bl_nodal* r, const double* v)
{
    double sum = 0.0;
    for (uint32_t i = 0; i <= r->n; i++) {
        sum += bl_nodal_node_mass(r, i) * v3_length_squared(bl_nodal_node_velocity(v, i));
        if (i < r->n) sum += r->body->section.spin_inertia * r->cell[i] * v[4 * i + 3] * v[4 * i + 3];
    }
    return 0.5 * sum;
}

double bl_nodal_elastic_energy(const bl_nodal* r, const double* length, const bl_nodal_strain* strain)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < r->n; i++) {
        double longer = length[i] - r->rest_length[i];
        sum += r->segment[i].stiffness * longer * longer;
    }
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++) {
            double e = strain[i].k[j] - r->rest[i].k[j];
            sum += r->vertex[i].stiffness[j] * e * e;
        }
    return 0.5 * sum;
}

// Of where `clamps` and v lead to; halfway there, with the mean of the lengths there and now.
static double elastic_energy_at(const bl_nodal* r, const double* v, double way, const belay_vec3 spin[2],
                                bl_rod_reading reading)
{
    double share = reading == BL_ROD_HALFWAY ? 0.5 : 1.0;
    bl_nodal_clamps clamps = bl_nodal_turn_clamps(r, spin, share * way);
    bl_nodal_travel(r, v, share * way, &clamps, r->trial_length, r->trial_frame, r->trial);
    for (uint32_t i = 0; i < r->n && reading == BL_ROD_HALFWAY; i++) {
        belay_vec3 edge = v3_add_scaled(bl_nodal_edge(r, i), way, bl_nodal_segment_velocity(v, i));
        r->trial_length[i] = 0.5 * (r->segment[i].length + v3_length(edge));
    }
    return bl_nodal_elastic_energy(r, r->trial_length, r->trial);
}

static double elastic_energy_before(const bl_nodal* r, double h, bl_rod_reading reading)
{
    if (reading == BL_ROD_HALFWAY) return elastic_energy_at(r, r->v, -h, r->clamp_spin, reading);
    double sum = 0.0;
    for (uint32_t i = 0; i < r->n; i++) {
        double longer = r->segment[i].length - r->rest_length[i];
        sum += r->segment[i].stiffness * longer * longer;
    }
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++) {
            double e = r->vertex[i].strain.k[j] - r->rest[i].k[j];
            sum += r->vertex[i].stiffness[j] * e * e;
        }
    return 0.5 * sum;
}

static double elastic_energy_after(const bl_nodal* r, const double* v, double h, bl_rod_reading reading)
{
    double told = *r->told;
    const belay_vec3 spin[2] = {r->body->ends[0].angular, r->body->ends[1].angular};
    *r->told = -1.0; // of another v the next time
    return told >= 0.0 && reading == BL_ROD_AT_INSTANTS ? told : elastic_energy_at(r, v, h, spin, reading);
}

// The impulse of the tension with which the second node of a segment draws at the first.
static belay_vec3 tension_impulse(const bl_nodal* r, const bl_nodal_step* p, const double* v, uint32_t segment)
{
    const bl_nodal_segment* s = &r->segment[segment];
    double change = bl_nodal_stretch_rate(r, segment, v) + r->beyond_length[segment] / p->h;
    double along = p->h * s->tension + p->of_stretch * s->stiffness * change;
    return v3_add_scaled(bl_nodal_turned_pull(r, p->h, segment, v), along, s->pull);
}

// What the inertia that stands for moments takes.
static double inertia_work(const bl_nodal* r, const bl_nodal_step* p, const double* v, uint32_t segment)
{
    belay_mat33 a;
    if (r->segment[segment].inertia == 0.0 || !bl_nodal_turning_inertia(r, segment, p->h, &a)) return 0.0;
    double change[8] = {0.0}, momentum[8] = {0.0}, sum = 0.0;
    bl_nodal at = *r;
    at.segment = r->segment + segment;
    for (uint32_t k = 0; k < 7; k++)
        change[k] = v[4 * segment + k] - r->v[4 * segment + k];
    bl_nodal_load_turning_momentum(&at, 0, a, change, momentum);
    for (uint32_t k = 0; k < 7; k++)
        sum += 0.5 * momentum[k] * (v[4 * segment + k] + r->v[4 * segment + k]);
    return sum;
}

static double moment_work(const bl_nodal* r, const bl_nodal_step* p, uint32_t vertex)
{
    const bl_nodal_vertex* at = &r->vertex[vertex];
    const double *before = r->rate[vertex].k, *after = r->rate[r->n + 1 + vertex].k;
    double sum = 0.0;
    for (int j = 0; j < 3; j++) {
        double impulse = r->missed[vertex].k[j]; // of the stresses as they are and were
        impulse += p->of_strain * at->stiffness[j] * (after[j] + r->beyond[vertex].k[j] / p->h);
        sum += 0.5 * impulse * (after[j] + before[j]);
    }
    return sum;
}

static void find_rates(const bl_nodal* r, const double* v)
{
    bl_nodal_strain* rates = r->rate + (v == r->v ? 0 : r->n + 1);
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++)
            rates[i].k[j] = bl_nodal_rate(r, i, r->vertex[i].gradient[j], v) + r->vertex[i].drive[j];
}

bl_rod_account bl_nodal_account(const bl_rod* rod, const double* v, double h, bl_rod_reading reading)
{
    bl_nodal r = bl_nodal_view(rod);
    bl_nodal_step p = bl_nodal_step_of(&r, h);
    if (*r.told < 0.0) find_rates(&r, v);
    double after = elastic_energy_after(&r, v, h, reading), sum = after - elastic_energy_before(&r, h, reading);
    bl_nodal_known_impulses(&r, &p);
    for (uint32_t i = 0; i <= r.n; i++)
        sum -= moment_work(&r, &p, i);
    for (uint32_t i = 0; i < r.n; i++) {
        belay_vec3 twice = v3_add(bl_nodal_segment_velocity(v, i), bl_nodal_segment_velocity(r.v, i));
        sum -= 0.5 * v3_dot(tension_impulse(&r, &p, v, i), twice) + inertia_work(&r, &p, v, i);
    }
    return (bl_rod_account){.gain = sum, .after = after + kinetic_energy(&r, v)};
}
