// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// CORDE (Spillmann and Teschner 2007), made implicit: nodes, and for every element a material frame that turns on its
// own and is tied to the element's direction t by a penalty,
//
//     E = sum of  E A (l - rest)^2 / (2 rest)  +  sum of  k rest |t - d3|^2 / 2  +  sum of  (u - u0) . K (u - u0) / (2
//     cell)
//
// with u = 4 (p1, p2, p3) / (1 + w), where (w, p1, p2, p3) = conj(q-) q+ is the turn at a vertex from frame to frame.
// This is the paper's strain 2 Im(conj(q) q') with the difference of the quaternions for q' and their mean, of unit
// length, for q; a turn by an angle a about an axis has u = 4 tan(a / 4) times the axis. Past half a turn between two
// elements, or an element and a clamp, the other way round is the shorter: such a rod slips by a turn.
//
// Derivatives: let s = 1 + (u/4)^2 and R the mean frame. When the frames turn by w- and w+, du = s R^T (w+ - w-). So
// the moment is s R K (u - u0) / cell, and what K makes of E'' is s^2 R K R^T / cell. Of the tie, in the frame's own
// axes, the strain changes by R^T (P de / |e| + t x w), P = 1 - t t^T. All of these vanish for a turn of the whole.
//
// The stiffness of the tie is k = E A + 100 B / rest^2 (B the greater one). By the first it is at least as stiff
// against shear as rods are: a shear force bends the element from its frame no more than the same tension would stretch
// it. By the second it is stiff against bending also where E A is small: a moment whose second derivative is m / L^2
// turns frames against edges by rest^2 / (100 L^2) of the curvature m / B, hundredth parts of the error of the
// elements' size.
//
// Sections have the rotary inertia about d3 about all axes: across it nodes carry nearly all, and so nothing
// precesses that does not in a thin rod.

#include "models/model_tolerances.h"
#include "models/rod/lumped/rod_lumped.h"

// What is kept of an element and of the vertex at which it begins.
typedef struct piece {
    bl_lumped_edge edge;
    double tie;            // N m: k rest
    belay_mat33 bending;   // d2E / dw2 of the vertex
    belay_vec3 stress;     // dE / de
    belay_vec3 tie_moment; // N m, dE / dw by the tie
    belay_vec3 moment;     // N m, at the vertex, on the frame before
} piece;

static piece* pieces_of(const bl_lumped* r)
{
    return (piece*)r->own;
}

// conj(before) after, of two quaternions that differ by half a turn at most.
static belay_quat turn_quat(belay_quat before, belay_quat after)
{
    belay_quat p = q_mul(q_conjugate(before), after);
    return p.w < 0.0 ? (belay_quat){-p.w, -p.x, -p.y, -p.z} : p;
}

static belay_vec3 strain_of(belay_quat turn)
{
    return v3_scale(4.0 / (1.0 + turn.w), v3(turn.x, turn.y, turn.z));
}

// The turn by a with u = 4 tan(a / 4): in terms of t = u / 4, w = (1 - t^2) / (1 + t^2) and p = t (1 + w).
static belay_quat turn_of(belay_vec3 strain)
{
    belay_vec3 t = v3_scale(0.25, strain);
    double tt = v3_length_squared(t), w = (1.0 - tt) / (1.0 + tt);
    belay_vec3 p = v3_scale(1.0 + w, t);
    return (belay_quat){w, p.x, p.y, p.z};
}

static belay_vec3 strain_between(belay_quat before, belay_quat after)
{
    return strain_of(turn_quat(before, after));
}

// A vertex: moments about the axes of the mean frame.
typedef struct joint {
    belay_quat mean;
    belay_vec3 strain; // u - u0
    belay_vec3 moment; // N m
    double raise;      // s
} joint;

static belay_vec3 stiffness_of(const bl_lumped* r, uint32_t vertex)
{
    const bl_rod_section* section = &r->body->section;
    return v3_scale(1.0 / bl_lumped_cell(r, vertex), v3(section->bend[0], section->bend[1], section->twist));
}

static joint joint_at(const bl_lumped* r, uint32_t vertex)
{
    belay_quat before = bl_lumped_frame_before(r, vertex), after = bl_lumped_frame_after(r, vertex);
    belay_quat turn = turn_quat(before, after);
    belay_vec3 k = stiffness_of(r, vertex);
    joint j;
    // The mean of q- and +-q+ is q- times the mean of 1 and the turn.
    j.mean = q_mul(before, q_normalize((belay_quat){1.0 + turn.w, turn.x, turn.y, turn.z}));
    j.strain = v3_sub(strain_of(turn), r->rest[vertex]);
    j.raise = 2.0 / (1.0 + turn.w);
    j.moment = v3_scale(j.raise, v3(k.x * j.strain.x, k.y * j.strain.y, k.z * j.strain.z));
    return j;
}

// ---------------------------------------------------------------------------------------------------------------------
// The step
// ---------------------------------------------------------------------------------------------------------------------

// k rest
static double tie_of(const bl_lumped* r, uint32_t element)
{
    const bl_rod_section* section = &r->body->section;
    double rest = r->length[element];
    return section->stretch * rest + BL_CORDE_TIE_OF_BENDING * fmax(section->bend[0], section->bend[1]) / rest;
}

static void measure_element(const bl_lumped* r, uint32_t element, piece* p)
{
    p->edge = bl_lumped_edge_of(r, element);
    p->tie = tie_of(r, element);
    belay_vec3 t = p->edge.direction, d3 = q_rotate(r->frame[element], v3(0.0, 0.0, 1.0));
    belay_vec3 across = v3_add_scaled(d3, -v3_dot(t, d3), t);
    p->stress = v3_add_scaled(v3_scale(p->edge.tension, t), -p->tie / p->edge.length, across);
    p->tie_moment = v3_scale(p->tie, v3_cross(t, d3));
}

static void measure_vertex(const bl_lumped* r, uint32_t vertex, piece* p)
{
    p->bending = m3_zero();
    p->moment = v3_zero();
    if (!bl_lumped_bends(r, vertex)) return;
    joint j = joint_at(r, vertex);
    belay_mat33 axes = q_to_m3(j.mean);
    belay_vec3 k = v3_scale(j.raise * j.raise, stiffness_of(r, vertex));
    bl_lumped_add_outer(&p->bending, k.x, m3_column(axes, 0), m3_column(axes, 0));
    bl_lumped_add_outer(&p->bending, k.y, m3_column(axes, 1), m3_column(axes, 1));
    bl_lumped_add_outer(&p->bending, k.z, m3_column(axes, 2), m3_column(axes, 2));
    p->moment = m3_mul_v3(axes, j.moment);
}

static void measure(const bl_lumped* r)
{
    piece* pieces = pieces_of(r);
    for (uint32_t i = 0; i <= r->n; i++) {
        if (i < r->n) measure_element(r, i, &pieces[i]);
        measure_vertex(r, i, &pieces[i]);
    }
}

// along t t^T + across (1 - t t^T)
static belay_mat33 round_t(belay_vec3 t, double along, double across)
{
    belay_mat33 k = m3_diagonal(v3(across, across, across));
    bl_lumped_add_outer(&k, along - across, t, t);
    return k;
}

// Velocities x w x w ... x: an element's edge is the difference of the nodes beside its turn w. The tie gives
//     d2E / de2 = tie P / |e|^2,   d2E / dw de = tie [t]x^T / |e|,   d2E / dw2 = tie P.
static void assemble(const bl_lumped* r, bl_lumped_weights weights)
{
    belay_mat33 before = m3_zero(), here = m3_scale(weights.soft, pieces_of(r)->bending);
    for (uint32_t i = 0; i < r->n; i++) {
        const piece* p = pieces_of(r) + i;
        uint32_t x = 6 * i, w = x + 3, next_x = x + 6;
        belay_vec3 t = p->edge.direction;
        double tie = weights.stiff * p->tie, per_length = 1.0 / p->edge.length;
        double across = weights.soft * bl_lumped_tautness(&p->edge) + tie * per_length * per_length;
        belay_mat33 edge = round_t(t, weights.stiff * p->edge.stiffness, across);
        belay_mat33 mixed = m3_skew(v3_scale(tie * per_length, t));
        belay_mat33 next = m3_scale(weights.soft, p[1].bending);
        belay_mat33 angular = m3_add(round_t(t, 0.0, tie), m3_add(here, next));
        belay_mat33 node = m3_add(before, edge);
        bl_lumped_put(&r->band, x, x, 1.0, &node);
        bl_lumped_put(&r->band, w, x, 1.0, &mixed);
        bl_lumped_put(&r->band, next_x, x, -1.0, &edge);
        bl_lumped_put(&r->band, w, w, 1.0, &angular);
        bl_lumped_put(&r->band, next_x, w, 1.0, &mixed);
        if (i + 1 < r->n) bl_lumped_put(&r->band, w + 6, w, -1.0, &next);
        before = edge;
        here = next;
    }
    bl_lumped_put(&r->band, 6 * r->n, 6 * r->n, 1.0, &before);
}

// How fast the frame before or after a vertex turns: of a clamp at an end.
static belay_vec3 turn_rate(const bl_lumped* r, const double* w, const belay_vec3 clamp_turn[2], uint32_t vertex,
                            bool is_after)
{
    if (is_after) return vertex < r->n ? bl_lumped_get(w, 6 * (size_t)vertex + 3) : clamp_turn[1];
    return vertex > 0 ? bl_lumped_get(w, 6 * (size_t)vertex - 3) : clamp_turn[0];
}

static void unload_element(const bl_lumped* r, bl_lumped_weights weights, const double* w, uint32_t i, double* load)
{
    const piece* p = pieces_of(r) + i;
    belay_vec3 t = p->edge.direction, rate = bl_lumped_edge_rate(r, w, i);
    double along = v3_dot(rate, t), tie = weights.stiff * p->tie;
    belay_vec3 across = v3_add_scaled(rate, -along, t);
    // The rate of the tie's strain, in world axes.
    belay_vec3 strain =
        v3_add(v3_scale(1.0 / p->edge.length, across), v3_cross(t, bl_lumped_get(w, 6 * (size_t)i + 3)));
    belay_vec3 stress = v3_scale(weights.stiff * p->edge.stiffness * along, t);
    stress = v3_add_scaled(stress, weights.soft * bl_lumped_tautness(&p->edge), across);
    stress = v3_add_scaled(stress, tie / p->edge.length, strain);
    bl_lumped_unload_edge(r, i, v3_add_scaled(stress, weights.force, p->stress), load);
    belay_vec3 moment = v3_add_scaled(v3_scale(tie, v3_cross(strain, t)), weights.force, p->tie_moment);
    bl_lumped_add(load, 6 * (size_t)i + 3, v3_neg(moment));
}

static void unload(const bl_lumped* r, bl_lumped_weights weights, const double* w, const belay_vec3 clamp_turn[2],
                   double* load)
{
    for (uint32_t i = 0; i <= r->n; i++) {
        const piece* p = pieces_of(r) + i;
        if (i < r->n) unload_element(r, weights, w, i, load);
        if (!bl_lumped_bends(r, i)) continue;
        belay_vec3 rate = v3_sub(turn_rate(r, w, clamp_turn, i, true), turn_rate(r, w, clamp_turn, i, false));
        belay_vec3 moment = v3_scale(weights.soft, m3_mul_v3(p->bending, rate));
        moment = v3_add_scaled(moment, weights.force, p->moment);
        if (i > 0) bl_lumped_add(load, 6 * (size_t)i - 3, moment);
        if (i < r->n) bl_lumped_add(load, 6 * (size_t)i + 3, v3_neg(moment));
    }
}

static const bl_lumped_model own_part = {
    .per_element = sizeof(piece) / sizeof(double),
    .turn = strain_between,
    .turned = turn_of,
    .measure = measure,
    .assemble = assemble,
    .unload = unload,
};

// ---------------------------------------------------------------------------------------------------------------------
// Ops
// ---------------------------------------------------------------------------------------------------------------------

static void move(const bl_rod* rod, double seconds)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_lumped_move_nodes(&r, seconds);
    for (uint32_t i = 0; i < r.n; i++) {
        belay_vec3 turn = v3_scale(seconds, bl_lumped_get(r.v, 6 * (size_t)i + 3));
        r.frame[i] = q_normalize(q_mul(q_exp(turn), r.frame[i]));
    }
}

static void row(const bl_rod* rod, uint32_t segment, double s, belay_vec3 linear, belay_vec3 angular, double sign,
                double* out, uint32_t* first, uint32_t* count)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_lumped_add_row(&r, segment, v3_scale(sign * (1.0 - s), linear), out);
    bl_lumped_add(out, 6 * (size_t)segment + 3, v3_scale(sign, angular));
    bl_lumped_add_row(&r, segment + 1, v3_scale(sign * s, linear), out);
    *first = 6 * segment;
    *count = 9;
}

// Frames turn with their elements.
static void set_velocities(const bl_rod* rod, const belay_vec3* velocities)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_lumped_set_node_velocities(&r, velocities);
    for (uint32_t i = 0; i < r.n; i++) {
        bl_lumped_edge edge = bl_lumped_edge_of(&r, i);
        belay_vec3 rate = v3_cross(edge.direction, bl_lumped_edge_rate(&r, r.v, i));
        bl_lumped_set(r.v, 6 * (size_t)i + 3, v3_scale(1.0 / edge.length, rate));
    }
}

static belay_vec3 angular_velocity(const bl_rod* rod, uint32_t segment, const double* v)
{
    (void)rod;
    return bl_lumped_get(v, 6 * (size_t)segment + 3);
}

static belay_vec3 moment(const bl_rod* rod, uint32_t vertex)
{
    bl_lumped r = bl_lumped_view(rod);
    return bl_lumped_bends(&r, vertex) ? joint_at(&r, vertex).moment : v3_zero();
}

// The tie's energy is told with that of stretch: it is that of shear.
static bl_rod_energy energy(const bl_rod* rod, belay_vec3 gravity)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_rod_energy e = bl_lumped_energy(&r, gravity);
    for (uint32_t i = 0; i < r.n; i++) {
        belay_vec3 t = bl_lumped_edge_of(&r, i).direction, d3 = q_rotate(r.frame[i], v3(0.0, 0.0, 1.0));
        e.stretch += 0.5 * tie_of(&r, i) * v3_length_squared(v3_sub(t, d3));
        double spin = v3_length_squared(bl_lumped_get(r.v, 6 * (size_t)i + 3));
        e.kinetic += 0.5 * bl_lumped_spin_inertia(&r, i) * spin;
    }
    for (uint32_t i = 0; i <= r.n; i++) {
        if (!bl_lumped_bends(&r, i)) continue;
        belay_vec3 k = stiffness_of(&r, i), u = joint_at(&r, i).strain;
        e.bend += 0.5 * (k.x * u.x * u.x + k.y * u.y * u.y);
        e.twist += 0.5 * k.z * u.z * u.z;
    }
    return e;
}

const bl_rod_ops bl_rod_corde = {
    .name = "corde",
    .dofs_per_element = 6,
    .lumped = &own_part,
    BL_LUMPED_OPS,
    .move = move,
    .row = row,
    .set_velocities = set_velocities,
    .angular_velocity = angular_velocity,
    .moment = moment,
    .energy = energy,
    // A shape is given by its nodes, and the frames that stand as the tie wants them under gravity would have to be
    // found with it.
    .make_sag_free = NULL,
};
