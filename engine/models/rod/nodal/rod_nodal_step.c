// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The linearised step. In terms of strains e(q), their gradients g and stiffnesses S at the contact instant q,
//
//     M (v+ - v-) = h (gravity + applied) - h g^T S [ (e - rest) + a (e+ - e) - b (e - e-) + damping_time rate ]
//                   - h T D - A (v+ - v-)
//
// where e- and e+ are the strains at q - h v- and q + h v+, A what moments do to segments that turn
// (rod_nodal_matrix.c), and rate is the mean of (e+ - e) / h and (e - e-) / h with weights theta and 1 - theta. To
// first order this is what rod_ops.h says, with K = g^T S g and what D has of v+: what of the forces' derivative cannot
// make Mhat indefinite.
//
// A segment's tension T acts along the mean direction of the step. With its edge d now, d+ = d + h u+ after the step
// and d- = d - h u- before it (u: velocity of its second node past its first), that is the direction of
//
//     d + alpha h u+ - beta h u-.
//
// With alpha = beta = 1/2 it is d+ + d-, across which is d+ - d-, h times twice the mean velocity, while the length
// stays: tension then does no work on a segment that turns, by however much. alpha = 1, beta = 0, the direction at the
// end, takes (h w)^2 of the energy of turning in every step, and alpha = beta = 0 gives as much. `pull` (n) is that
// direction for the velocities about which the step is linearised, g of stretch is along n, and D is what is left of it
// across n. Where tension makes turning stiff against the step, that is vibration which no step follows: there alpha
// and beta go over to those of theta, but for what is slow of it all the same (rod_nodal_slow.c).
//
// Bending and twisting strains have a = theta^2 + d and b = (1 - theta)^2 + d, d = (1 - theta) / 6. With d = 0 the
// stiffest of them would stand at the very edge of stability for theta = 1/2 (they change sign every step), where the
// slightest nonlinearity makes them grow. Stretch has a = 1 and b = 0 always, as its vibrations are far too fast for a
// step to follow.
//
// To second order e+ - e is not h g . v+: a segment that turns by an angle of h w becomes longer by (h w)^2 / 2 of its
// length when its ends go straight on, which in a stiff rod would be a large energy out of nothing. So
// e+ - e = h g . v+ + c. The step takes c from v-, which knows of contacts and lasting motion (v_free does not: in a
// tight knot it is far from what will be); what is wrong with that, the move finds and makes good (rod_nodal_settle.c).
// Forces always act along g of this instant, through places and directions that a rigid motion carries along, so
// whatever their size they leave the momentum as it is, and the angular momentum but for tension and A.

#include "models/model_tolerances.h"
#include "models/rod/nodal/rod_nodal_internal.h"

#include <string.h>

static void load_momentum(const bl_nodal* r, const bl_nodal_step* p, belay_vec3 gravity, const double* applied)
{
    for (uint32_t i = 0; i <= r->n; i++) {
        double mass = bl_nodal_node_mass(r, i);
        belay_vec3 l = v3_scale(p->keep * mass, bl_nodal_node_velocity(r->v, i));
        l = v3_add_scaled(l, p->h * mass, gravity);
        if (applied != NULL) l = v3_add_scaled(l, p->h, v3(applied[3 * i], applied[3 * i + 1], applied[3 * i + 2]));
        bl_nodal_set_velocity(r->load, i, l);
        double spin = i < r->n ? r->body->section.spin_inertia * r->cell[i] * r->v[4 * i + 3] : 0.0;
        r->load[4 * i + 3] = p->keep * spin;
    }
}

// The momentum that the rod has when nothing holds it, times resist.
static belay_vec3 total_load(const bl_nodal* r)
{
    belay_vec3 sum = v3_zero();
    for (uint32_t i = 0; i <= r->n; i++)
        sum = v3_add(sum, bl_nodal_node_velocity(r->load, i));
    return sum;
}

static void load_tension_and_turning(const bl_nodal* r, const bl_nodal_step* p)
{
    for (uint32_t i = 0; i < r->n; i++) {
        belay_mat33 inertia;
        if (r->segment[i].inertia != 0.0 && bl_nodal_geometric_inertia(r, i, p->h, &inertia))
            bl_nodal_load_rotary_momentum(r, i, inertia, r->v, r->load);
        bl_nodal_add_between(r->load, i, bl_nodal_turned_pull(r, p->h, i, NULL));
    }
}

static double half_weight(const bl_nodal* r, uint32_t segment, double h)
{
    const bl_nodal_segment* s = &r->segment[segment];
    double damped = 2.0 * r->body->theta - 1.0, mass = r->body->section.line_mass * r->cell[segment];
    double taut = h * h * fmax(s->tension, 0.0) / (BL_NODAL_TAUT * s->length * mass);
    double share = taut < 1e3 ? taut * taut / (1.0 + taut * taut) : 1.0;
    return damped * (BL_NODAL_LATEST_DIRECTION + (0.5 - BL_NODAL_LATEST_DIRECTION) * share);
}

static void weigh_directions(const bl_nodal* r, double h)
{
    double damped = 2.0 * r->body->theta - 1.0, mean = 0.25 * (1.0 + damped * damped);
    for (uint32_t i = 0; i < r->n; i++) {
        bl_nodal_segment* s = &r->segment[i];
        double half = half_weight(r, i, h);
        s->turn[0] = mean + half;
        s->turn[1] = mean - half;
    }
    double slow = bl_nodal_find_slow_share(r, h);
    for (uint32_t i = 0; i < r->n; i++) {
        bl_nodal_segment* s = &r->segment[i];
        s->before = v3_scale(s->turn[1], bl_nodal_segment_velocity(r->v, i));
        s->before = v3_add_scaled(s->before, slow * (s->turn[0] - s->turn[1]), r->slow[i].velocity);
    }
}

bl_nodal_segment bl_nodal_pulled_segment(const bl_nodal* r, double h, uint32_t segment, const double* v, double tension)
{
    bl_nodal_segment s = r->segment[segment];
    belay_vec3 displacement =
        v3_add_scaled(bl_nodal_edge(r, segment), h * s.turn[0], bl_nodal_segment_velocity(v, segment));
    displacement = v3_add_scaled(displacement, -h, s.before);
    double length = v3_length(displacement), least = BL_NODAL_LEAST_MEAN * s.length;
    if (length > least) s.pull = v3_scale(1.0 / length, displacement);
    s.tight = h * h * s.turn[0] * fmax(tension, 0.0) / fmax(length, least);
    return s;
}

belay_vec3 bl_nodal_turned_pull(const bl_nodal* r, double h, uint32_t segment, const double* v)
{
    const bl_nodal_segment* s = &r->segment[segment];
    if (s->tight <= 0.0) return v3_zero();
    belay_vec3 displacement = v3_scale(-h, s->before);
    displacement = v3_add(displacement, bl_nodal_edge(r, segment));
    if (v != NULL) displacement = v3_add_scaled(displacement, h * s->turn[0], bl_nodal_segment_velocity(v, segment));
    displacement = v3_add_scaled(displacement, -v3_dot(displacement, s->pull), s->pull);
    return v3_scale(s->tight / (h * s->turn[0]), displacement);
}

static double clamped(double beyond, double most)
{
    return fabs(beyond) <= most ? beyond : 0.0; // nor what is no number
}

static void bound_beyond(const bl_nodal* r)
{
    for (uint32_t i = 0; i < r->n; i++)
        r->beyond_length[i] = clamped(r->beyond_length[i], BL_NODAL_MOST_BEYOND * r->segment[i].length);
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++)
            r->beyond[i].k[j] = clamped(r->beyond[i].k[j], BL_NODAL_MOST_BEYOND);
}

// r->beyond <- c of v-, or of a step that is damped, zero.
static void look_ahead(const bl_nodal* r, double h)
{
    const belay_vec3 spin[2] = {r->body->ends[0].angular, r->body->ends[1].angular};
    bl_nodal_clamps clamps = bl_nodal_turn_clamps(r, spin, h);
    memset(r->beyond_length, 0, r->n * sizeof *r->beyond_length);
    memset(r->beyond, 0, (r->n + 1) * sizeof *r->beyond);
    if (*r->damping_scale > 1.0) return; // rates of v- are known by then
    bl_nodal_travel(r, r->v, h, &clamps, r->trial_length, r->trial_frame, r->trial);
    bl_nodal_find_missed(r, r->v, h);
    bl_nodal_learn_missed(r);
    bound_beyond(r);
}

void bl_nodal_look_back(const bl_nodal* r, double h)
{
    bl_nodal_clamps clamps = bl_nodal_turn_clamps(r, r->clamp_spin, -h);
    bl_nodal_travel(r, r->v, -h, &clamps, r->trial_length, r->trial_frame, r->trial);
}

void bl_nodal_known_impulses(const bl_nodal* r, const bl_nodal_step* p)
{
    bool has_past = p->past != 0.0;
    for (uint32_t i = 0; i <= r->n; i++)
        for (int j = 0; j < 3; j++) {
            const bl_nodal_vertex* v = &r->vertex[i];
            double strain = v->strain.k[j] - r->rest[i].k[j];
            if (has_past) strain += p->past * (v->strain.k[j] - r->trial[i].k[j]);
            r->missed[i].k[j] = v->stiffness[j] * p->h * strain;
        }
}

// The stresses as they are and were.
static void load_stresses(const bl_nodal* r, const bl_nodal_step* p)
{
    if (p->past != 0.0) bl_nodal_look_back(r, p->h);
    bl_nodal_known_impulses(r, p);
    for (uint32_t i = 0; i < r->n; i++)
        bl_nodal_unload_stretch(r, i, p->h * r->segment[i].tension, r->load);
    for (uint32_t i = 0; i <= r->n; i++)
        bl_nodal_unload_vertex(r, i, r->missed[i].k, r->load);
}

// What is known of their change before v+ is.
static void load_change(const bl_nodal* r, const bl_nodal_step* p)
{
    for (uint32_t i = 0; i < r->n; i++) {
        double beyond = r->segment[i].stiffness * p->of_stretch / p->h * r->beyond_length[i];
        bl_nodal_unload_stretch(r, i, beyond, r->load);
    }
    for (uint32_t i = 0; i <= r->n; i++) {
        const bl_nodal_vertex* v = &r->vertex[i];
        double impulse[3];
        for (int j = 0; j < 3; j++)
            impulse[j] = v->stiffness[j] * p->of_strain * (v->drive[j] + r->beyond[i].k[j] / p->h);
        bl_nodal_unload_vertex(r, i, impulse, r->load);
    }
}

// r->free <- the held nodes' velocities, the others zero.
static void set_held(const bl_nodal* r)
{
    memset(r->free, 0, 4 * (r->n + 1) * sizeof *r->free);
    for (int end = 0; end < 2; end++)
        if (r->body->ends[end].hold != BL_ROD_FREE)
            bl_nodal_set_velocity(r->free, bl_nodal_end_node(r, end), r->body->ends[end].velocity);
}

static void find_free(const bl_nodal* r, const bl_nodal_step* p, belay_vec3 momentum)
{
    bl_band_solve(&r->band, r->load);
    for (uint32_t k = 0; k < bl_nodal_dof_count(r->n); k++)
        r->free[k] += r->load[k];
    if (bl_nodal_is_free(r)) bl_nodal_keep_momentum(r, v3_scale(1.0 / p->resist, momentum), r->free);
}

void bl_nodal_prepare_again(const bl_nodal* r, belay_vec3 gravity, const double* applied, double h)
{
    weigh_directions(r, h);
    for (uint32_t i = 0; i < r->n; i++) {
        r->segment[i] = bl_nodal_pulled_segment(r, h, i, r->v, r->segment[i].tension);
    }
    look_ahead(r, h);
    bl_nodal_prepare_linearised(r, gravity, applied, h);
}

void bl_nodal_prepare_linearised(const bl_nodal* r, belay_vec3 gravity, const double* applied, double h)
{
    bl_nodal_step p = bl_nodal_step_of(r, h);
    *r->is_travelled = 0.0;
    bl_nodal_assemble(r, &p);
    load_momentum(r, &p, gravity, applied);
    belay_vec3 momentum = total_load(r);
    load_tension_and_turning(r, &p);
    load_stresses(r, &p);
    for (int end = 0; end < 2; end++)
        r->end_load[end] = bl_nodal_node_velocity(r->load, bl_nodal_end_node(r, end));
    load_change(r, &p);
    set_held(r);
    bl_nodal_hold_ends(r, r->free, r->load);
    bl_band_factor(&r->band);
    find_free(r, &p, momentum);
    *r->prepared = *r->step = h;
}

void bl_nodal_prepare(const bl_rod* rod, belay_vec3 gravity, const double* applied, double h)
{
    bl_nodal r = bl_nodal_view(rod);
    *r.damping_scale = 1.0;
    *r.reserve_before = *r.reserve;
    bl_nodal_take_ends(&r);
    bl_nodal_measure(&r);
    bl_nodal_prepare_again(&r, gravity, applied, h);
}
