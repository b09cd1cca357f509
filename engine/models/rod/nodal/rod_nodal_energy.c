// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The energy of a rod, and the energies of a step.
//
// Kinetic energy changes by the impulses times the mean of the velocities before and after. A velocity leads from one
// contact instant to the next, so that mean leads from the instant before the step's own to the one behind it: with the
// strain e of the step's instant, e- and e+ of these two, d- = e - e- and d+ = e+ - e, and a stress S (e + a d+ - b d-)
// in the step (rod_nodal_step.c), stresses take
//
//     S (e + a d+ - b d-) (d+ + d-) / 2   =   E(e, e+) - E(e-, e) + S (a - b) / 4 (d+ + d-)^2
//     E(e, e+) = S/2 [ (e^2 + e+^2) / 2 + (m - 1/2) d+^2 ],     m = (a + b) / 2,
//
// strains being told from those at rest. So E, of the two instants that a velocity lies between, is the elastic energy
// that goes with the kinetic energy of that velocity: with a >= b no step adds to their sum, however stiff the strain
// is and whatever contacts did. Damping is in a and b. m is 1/2 for stretch without damping; for bending and twist it
// is a little more than 1/4 at theta = 1/2, where E is that of the mean of the two strains but for a little. As energy
// of the strains halfway, as they are between instants, it would have phantoms: a segment that turns goes along the
// chord between two instants, and is shorter there.
//
// A tension T that acts along d + alpha h u+ - beta h u- (rod_nodal_step.c) does the same to what moves across the
// segment, of stiffness T / l, with m = (alpha + beta) / 2; of that the lengths have the part with m = 1/2. What of it
// turns slowly has a reserve beside (rod_nodal_slow.c).
//
// What is left is what the gradients of the step's own instant miss of the change from e- to e+, of third order, and
// what a step that was not solved to the end misses: `gain`.

#include "models/model_tolerances.h"
#include "models/rod/nodal/rod_nodal_internal.h"

// ---------------------------------------------------------------------------------------------------------------------
// Energy
// ---------------------------------------------------------------------------------------------------------------------

// m - 1/2 of bending and twist, of stretch, and of tension across a segment.
typedef struct weights {
    double bend, stretch, across;
} weights;

static weights weights_of(const bl_nodal* r)
{
    double theta = r->body->theta, rest = 1.0 - theta, damped = theta - rest;
    double h = r->body->interval, damping_ratio = h > 0.0 ? r->body->section.damping_time / h : 0.0;
    return (weights){.bend = 0.5 * (theta * theta + rest * rest) + rest / 6.0 - 0.5 + 0.5 * damped * damping_ratio,
                     .stretch = 0.5 * damping_ratio,
                     .across = 0.25 * (1.0 + damped * damped) - 0.5};
}

// E of one strain, told from that at rest, of stiffness 1.
static double energy_between(double first, double second, double weight)
{
    return 0.25 * (first * first + second * second) + 0.5 * weight * (second - first) * (second - first);
}

static void add_vertex_energy(const bl_nodal* r, uint32_t vertex, const double stiffness[3],
                              const bl_nodal_strain* first, const bl_nodal_strain* second, bl_rod_energy* sum)
{
    double weight = weights_of(r).bend, e[3];
    for (int j = 0; j < 3; j++) {
        double rest = r->rest[vertex].k[j];
        e[j] = stiffness[j] * energy_between(first->k[j] - rest, second->k[j] - rest, weight);
    }
    sum->bend += e[0] + e[1];
    sum->twist += e[2];
}

// first, second: how much longer it is than at rest; v: the velocity between. What tension does across may be below 0:
// it is that of the edge halfway, which is shorter where the segment turns. It counts by no more than leaves half of
// the kinetic energy of the turning.
static double segment_energy(const bl_nodal* r, uint32_t segment, double stiffness, double first, double second,
                             const double* v)
{
    weights w = weights_of(r);
    belay_vec3 apart = bl_nodal_segment_velocity(v, segment), d = bl_nodal_direction_of(r->frame[segment]);
    belay_vec3 across = v3_add_scaled(apart, -v3_dot(apart, d), d);
    double length = r->rest_length[segment] + 0.5 * (first + second), tension = fmax(stiffness * second, 0.0);
    double mass = r->body->section.line_mass * r->cell[segment], h = r->body->interval;
    double tight = fmin(h * h * tension / length, BL_NODAL_MOST_ACROSS * mass);
    return stiffness * energy_between(first, second, w.stretch) + 0.5 * w.across * tight * v3_length_squared(across);
}

static double kinetic_energy(const bl_nodal* r, const double* v)
{
    double sum = 0.0;
    for (uint32_t i = 0; i <= r->n; i++) {
        sum += bl_nodal_node_mass(r, i) * v3_length_squared(bl_nodal_node_velocity(v, i));
        if (i < r->n) sum += r->body->section.spin_inertia * r->cell[i] * v[4 * i + 3] * v[4 * i + 3];
    }
    return 0.5 * sum;
}

// A segment, or a clamp, at the two instants.
typedef struct side {
    belay_quat frame[2];
    double turn[2];
} side;

static side clamp_at(const bl_nodal* r, int end, const double at[2])
{
    side s;
    for (int k = 0; k < 2; k++) {
        s.frame[k] = q_mul(q_exp(v3_scale(at[k], r->clamp_spin[end])), r->clamp[end]);
        s.turn[k] = at[k] * v3_dot(r->clamp_spin[end], bl_nodal_direction_of(r->clamp[end]));
    }
    return s;
}

static side segment_at(const bl_nodal* r, uint32_t segment, const double at[2], double length[2])
{
    side s;
    for (int k = 0; k < 2; k++) {
        belay_vec3 edge = v3_add_scaled(bl_nodal_edge(r, segment), at[k], bl_nodal_segment_velocity(r->v, segment));
        length[k] = v3_length(edge);
        belay_vec3 direction =
            length[k] > 0.0 ? v3_scale(1.0 / length[k], edge) : bl_nodal_direction_of(r->frame[segment]);
        s.turn[k] = at[k] * r->v[4 * segment + 3];
        s.frame[k] = bl_nodal_carry(r->frame[segment], direction, s.turn[k]);
    }
    return s;
}

static void add_vertex(const bl_nodal* r, uint32_t vertex, const side* before, const side* behind, bl_rod_energy* sum)
{
    const bl_rod_section* s = &r->body->section;
    double per_cell = 1.0 / bl_nodal_vertex_cell(r, vertex);
    const double stiffness[3] = {per_cell * s->bend[0], per_cell * s->bend[1], per_cell * s->twist};
    bl_nodal_strain e[2];
    for (int k = 0; k < 2; k++)
        e[k] =
            bl_nodal_relative(before->frame[k], behind->frame[k], r->twist[vertex] + behind->turn[k] - before->turn[k]);
    add_vertex_energy(r, vertex, stiffness, &e[0], &e[1], sum);
}

// As the rod knows of its ends: one that is held from the next step on is not yet.
static bool is_strained(const bl_nodal* r, uint32_t vertex)
{
    if (vertex > 0 && vertex < r->n) return true;
    return r->held[vertex == 0 ? 0 : 1] == (double)BL_ROD_CLAMPED;
}

// The state lies between the two instants, which are where its velocities lead.
bl_rod_energy bl_nodal_energy(const bl_rod* rod, belay_vec3 gravity)
{
    bl_nodal r = bl_nodal_view(rod);
    const double at[2] = {rod->body->lead - rod->body->interval, rod->body->lead};
    bl_rod_energy sum = {.kinetic = kinetic_energy(&r, r.v)};
    side last = clamp_at(&r, 0, at);
    for (uint32_t i = 0; i <= r.n; i++) {
        double length[2];
        side next = i < r.n ? segment_at(&r, i, at, length) : clamp_at(&r, 1, at);
        if (is_strained(&r, i)) add_vertex(&r, i, &last, &next, &sum);
        last = next;
        sum.potential -= bl_nodal_node_mass(&r, i) * v3_dot(gravity, r.x[i]);
        if (i == r.n) break;
        double rest = r.rest_length[i], stiffness = rod->body->section.stretch / r.cell[i];
        sum.stretch += segment_energy(&r, i, stiffness, length[0] - rest, length[1] - rest, r.v);
    }
    sum.stretch += *r.reserve;
    return sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// Account
// ---------------------------------------------------------------------------------------------------------------------

// Of the step's instant and the one to which the last travel led, with v; or from which it came.
static double elastic_energy(const bl_nodal* r, const double* v, bool is_back)
{
    bl_rod_energy sum = {0.0, 0.0, 0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < r->n; i++) {
        const bl_nodal_segment* s = &r->segment[i];
        double here = s->length - r->rest_length[i], there = r->trial_length[i] - r->rest_length[i];
        sum.stretch += segment_energy(r, i, s->stiffness, is_back ? there : here, is_back ? here : there, v);
    }
    for (uint32_t i = 0; i <= r->n; i++)
        add_vertex_energy(r, i, r->vertex[i].stiffness, &r->vertex[i].strain, &r->trial[i], &sum);
    return sum.stretch + sum.bend + sum.twist;
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
    if (r->segment[segment].inertia == 0.0 || !bl_nodal_geometric_inertia(r, segment, p->h, &a)) return 0.0;
    double change[8] = {0.0}, momentum[8] = {0.0}, sum = 0.0;
    bl_nodal at = *r;
    at.segment = r->segment + segment;
    for (uint32_t k = 0; k < 7; k++)
        change[k] = v[4 * segment + k] - r->v[4 * segment + k];
    bl_nodal_load_rotary_momentum(&at, 0, a, change, momentum);
    for (uint32_t k = 0; k < 7; k++)
        sum += 0.5 * momentum[k] * (v[4 * segment + k] + r->v[4 * segment + k]);
    return sum;
}

// By the moments at a vertex, and of that by the turning of a clamp, which comes from outside.
static void add_moment_work(const bl_nodal* r, const bl_nodal_step* p, uint32_t vertex, double* work, double* clamp)
{
    const bl_nodal_vertex* at = &r->vertex[vertex];
    const double *before = r->rate[vertex].k, *after = r->rate[r->n + 1 + vertex].k;
    for (int j = 0; j < 3; j++) {
        double impulse = r->missed[vertex].k[j]; // of the stresses as they are and were
        impulse += p->of_strain * at->stiffness[j] * (after[j] + r->beyond[vertex].k[j] / p->h);
        *work += 0.5 * impulse * (after[j] + before[j]);
        *clamp += impulse * at->drive[j];
    }
}

static void find_rates(const bl_nodal* r, const double* v, bl_nodal_strain* rates)
{
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++)
            rates[i].k[j] = bl_nodal_rate(r, i, r->vertex[i].gradient[j], v) + r->vertex[i].drive[j];
}

bl_rod_energy_report bl_nodal_energy_report(const bl_rod* rod, const double* v, double h)
{
    bl_nodal r = bl_nodal_view(rod);
    bl_nodal_step p = bl_nodal_step_of(&r, h);
    bool is_known = *r.is_travelled != 0.0;
    *r.is_travelled = 0.0; // by another v the next time
    if (!is_known) bl_nodal_find_travel(&r, v, h);
    if (!is_known) find_rates(&r, v, r.rate + r.n + 1);
    double after = elastic_energy(&r, v, false);
    bl_nodal_look_back(&r, h);
    double before = elastic_energy(&r, r.v, true), work = 0.0, clamps = 0.0;
    bl_nodal_known_impulses(&r, &p);
    for (uint32_t i = 0; i <= r.n; i++)
        add_moment_work(&r, &p, i, &work, &clamps);
    for (uint32_t i = 0; i < r.n; i++) {
        belay_vec3 twice = v3_add(bl_nodal_segment_velocity(v, i), bl_nodal_segment_velocity(r.v, i));
        work += 0.5 * v3_dot(tension_impulse(&r, &p, v, i), twice) + inertia_work(&r, &p, v, i);
    }
    double gain = after - before - work, filled = bl_nodal_fill_reserve(&r, h, v, gain);
    return (bl_rod_energy_report){.gain = gain + filled,
                                  .before = before + *r.reserve_before + kinetic_energy(&r, r.v),
                                  .after = after + *r.reserve + kinetic_energy(&r, v),
                                  .clamps = clamps};
}
