// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The mass-spring chain, made implicit (as Baraff and Witkin 1998 did with cloth): nodes, springs against stretch, and
// at every vertex a spring against the angle a between the edges,
//
//     E = sum of  E A (l - rest)^2 / (2 rest)  +  sum of  B (a - rest)^2 / (2 cell),
//
// cell being half the length of the edges beside the vertex, so that a / cell is the mean curvature and the chain a
// beam of stiffness B as its edges grow shorter. Against springs to the second neighbour, which bend as well, these
// have a moment in proportion to the angle up to any fold, and leave the stretch alone.
//
// Nodes do not know how the section is turned, so B is the mean of the two bending stiffnesses, nothing resists twist,
// and a shape at rest is known by its angles, not by where they point: what is an arc at rest may as well lie, without
// any force, on a wave or a helix of the same curvature, and under a load folds into it. In a plane, where the angles
// cannot change their sides, such a chain is right. Where it is straight, and a direction must be chosen, the frames
// choose: they are carried along by the shortest rotations, and say which way the chain was bent at rest. A clamp too
// is a frame; it holds the direction that half an element at rest has against it.

#include "models/rod/lumped/rod_mass_spring_bend.h"

// What is kept of an edge and of the vertex at which it begins.
typedef struct piece {
    bl_lumped_edge edge;
    belay_mat33 bending;  // d2E / de2 but for stretch
    belay_mat33 coupling; // d2E / de d(edge before)
    belay_vec3 stress;    // dE / de
} piece;

// ---------------------------------------------------------------------------------------------------------------------
// The step
// ---------------------------------------------------------------------------------------------------------------------

static piece* pieces_of(const bl_lumped* r)
{
    return (piece*)r->own;
}

static void add_bend(piece* before, piece* after, const bl_spring_bend* b)
{
    for (int k = 0; k < 2; k++) {
        piece* p = k == 0 ? before : after;
        if (p == NULL) continue;
        bl_lumped_add_outer(&p->bending, b->stiffness, b->slope[k], b->slope[k]);
        bl_lumped_add_outer(&p->bending, b->across, b->aslant[k], b->aslant[k]);
        p->stress = v3_add_scaled(p->stress, b->moment, b->slope[k]);
    }
}

static void set_coupling(piece* after, const bl_spring_bend* b)
{
    after->coupling = m3_zero();
    bl_lumped_add_outer(&after->coupling, b->stiffness, b->slope[1], b->slope[0]);
    bl_lumped_add_outer(&after->coupling, b->across, b->aslant[1], b->aslant[0]);
}

static void measure_vertex(const bl_lumped* r, uint32_t vertex, const bl_spring_side* before,
                           const bl_spring_side* after)
{
    piece* at = pieces_of(r) + vertex;
    bl_spring_bend b = bl_spring_bend_between(r, vertex, before, after);
    add_bend(vertex > 0 ? at - 1 : NULL, vertex < r->n ? at : NULL, &b);
    set_coupling(at, &b);
}

static void measure_edge(const bl_lumped* r, uint32_t element)
{
    piece* p = pieces_of(r) + element;
    p->edge = bl_lumped_edge_of(r, element);
    double taut = bl_lumped_tautness(&p->edge);
    p->bending = m3_diagonal(v3(taut, taut, taut));
    bl_lumped_add_outer(&p->bending, -taut, p->edge.direction, p->edge.direction);
    p->stress = v3_scale(p->edge.tension, p->edge.direction);
}

static void measure(const bl_lumped* r)
{
    piece* pieces = pieces_of(r);
    bl_spring_side before = {v3_zero(), 1.0};
    if (bl_lumped_bends(r, 0)) before = bl_spring_clamp_side(r, 0);
    for (uint32_t i = 0; i <= r->n; i++) {
        bl_spring_side after = {v3_zero(), 1.0};
        if (i < r->n) {
            measure_edge(r, i);
            after = bl_spring_edge_side(&pieces[i].edge);
        } else if (bl_lumped_bends(r, i)) {
            after = bl_spring_clamp_side(r, 1);
        }
        pieces[i].coupling = m3_zero();
        if (bl_lumped_bends(r, i)) measure_vertex(r, i, &before, &after);
        before = after;
    }
}

static belay_mat33 edge_stiffness(const piece* p, bl_lumped_weights weights)
{
    belay_mat33 k = m3_scale(weights.soft, p->bending);
    bl_lumped_add_outer(&k, weights.stiff * p->edge.stiffness, p->edge.direction, p->edge.direction);
    return k;
}

// An edge is the difference of its nodes: with stiffnesses D of the edges and couplings O(i) of edge i with edge i - 1,
//     (i, i):     D(i-1) + D(i) - O(i) - O(i)^T
//     (i+1, i):   O(i) + O(i+1) - D(i)
//     (i+2, i):   -O(i+1)
static void assemble(const bl_lumped* r, bl_lumped_weights weights)
{
    const piece* pieces = pieces_of(r);
    belay_mat33 before = m3_zero(), here = m3_zero();
    for (uint32_t i = 0; i < r->n; i++) {
        belay_mat33 own = edge_stiffness(&pieces[i], weights);
        belay_mat33 next = i + 1 < r->n ? m3_scale(weights.soft, pieces[i + 1].coupling) : m3_zero();
        belay_mat33 diagonal = m3_sub(m3_add(before, own), m3_add(here, m3_transpose(here)));
        belay_mat33 below = m3_sub(m3_add(here, next), own);
        bl_lumped_put(&r->band, 3 * i, 3 * i, 1.0, &diagonal);
        bl_lumped_put(&r->band, 3 * i + 3, 3 * i, 1.0, &below);
        if (i + 1 < r->n) bl_lumped_put(&r->band, 3 * i + 6, 3 * i, -1.0, &next);
        before = own;
        here = next;
    }
    bl_lumped_put(&r->band, 3 * r->n, 3 * r->n, 1.0, &before);
}

// The rate of the edge before the first or after the last: of the unit direction that a clamp holds.
static belay_vec3 clamp_rate(const bl_lumped* r, int end, const belay_vec3 clamp_turn[2])
{
    if (r->body->ends[end].hold != BL_ROD_CLAMPED) return v3_zero();
    return v3_cross(clamp_turn[end], bl_spring_clamp_side(r, end).direction);
}

static void unload(const bl_lumped* r, bl_lumped_weights weights, const double* w, const belay_vec3 clamp_turn[2],
                   double* load)
{
    const piece* pieces = pieces_of(r);
    belay_vec3 before = clamp_rate(r, 0, clamp_turn), edge = bl_lumped_edge_rate(r, w, 0);
    for (uint32_t i = 0; i < r->n; i++) {
        const piece* p = pieces + i;
        belay_vec3 after = i + 1 < r->n ? bl_lumped_edge_rate(r, w, i + 1) : clamp_rate(r, 1, clamp_turn);
        belay_vec3 soft = v3_add(m3_mul_v3(p->bending, edge), m3_mul_v3(p->coupling, before));
        soft = v3_add(soft, m3_mul_transposed_v3(p[1].coupling, after));
        double stretch = weights.stiff * p->edge.stiffness * v3_dot(p->edge.direction, edge);
        belay_vec3 change = v3_add_scaled(v3_scale(stretch, p->edge.direction), weights.soft, soft);
        bl_lumped_unload_edge(r, i, v3_add_scaled(change, weights.force, p->stress), load);
        before = edge;
        edge = after;
    }
}

static const bl_lumped_model own_part = {
    .per_element = sizeof(piece) / sizeof(double),
    .turn = bl_spring_turn,
    .turned = q_exp,
    .measure = measure,
    .assemble = assemble,
    .unload = unload,
};

// ---------------------------------------------------------------------------------------------------------------------
// Ops
// ---------------------------------------------------------------------------------------------------------------------

// Frames follow their edges by the shortest rotation.
static void move(const bl_rod* rod, double seconds)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_lumped_move_nodes(&r, seconds);
    for (uint32_t i = 0; i < r.n; i++) {
        belay_vec3 d3 = q_rotate(r.frame[i], v3(0.0, 0.0, 1.0));
        belay_vec3 direction = v3_normalize_or(v3_sub(r.x[i + 1], r.x[i]), d3);
        r.frame[i] = q_normalize(q_mul(bl_lumped_shortest(d3, direction), r.frame[i]));
    }
}

// An edge turns at  t x (rate of the edge) / length, without spin.
static void row(const bl_rod* rod, uint32_t segment, double s, belay_vec3 linear, belay_vec3 angular, double sign,
                double* out, uint32_t* first, uint32_t* count)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_lumped_edge edge = bl_lumped_edge_of(&r, segment);
    belay_vec3 turn = v3_scale(sign / edge.length, v3_cross(angular, edge.direction));
    bl_lumped_add_row(&r, segment, v3_sub(v3_scale(sign * (1.0 - s), linear), turn), out);
    bl_lumped_add_row(&r, segment + 1, v3_add_scaled(turn, sign * s, linear), out);
    *first = 3 * segment;
    *count = 6;
}

static void set_velocities(const bl_rod* rod, const belay_vec3* velocities)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_lumped_set_node_velocities(&r, velocities);
}

static belay_vec3 angular_velocity(const bl_rod* rod, uint32_t segment, const double* v)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_lumped_edge edge = bl_lumped_edge_of(&r, segment);
    return v3_scale(1.0 / edge.length, v3_cross(edge.direction, bl_lumped_edge_rate(&r, v, segment)));
}

static belay_vec3 moment(const bl_rod* rod, uint32_t vertex)
{
    bl_lumped r = bl_lumped_view(rod);
    if (!bl_lumped_bends(&r, vertex)) return v3_zero();
    bl_spring_bend b = bl_spring_bend_at(&r, vertex);
    belay_quat beside = r.frame[vertex < r.n ? vertex : r.n - 1];
    return q_rotate_inverse(beside, v3_scale(b.moment, b.axis));
}

static bl_rod_energy energy(const bl_rod* rod, belay_vec3 gravity)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_rod_energy e = bl_lumped_energy(&r, gravity);
    for (uint32_t i = 0; i <= r.n; i++) {
        if (!bl_lumped_bends(&r, i)) continue;
        bl_spring_bend b = bl_spring_bend_at(&r, i);
        e.bend += 0.5 * b.moment * b.moment / b.stiffness;
    }
    return e;
}

const bl_rod_ops bl_rod_mass_spring = {
    .has_no_twist = true,
    .name = "mass-spring",
    .dofs_per_element = 3,
    .lumped = &own_part,
    BL_LUMPED_OPS,
    .move = move,
    .row = row,
    .set_velocities = set_velocities,
    .angular_velocity = angular_velocity,
    .moment = moment,
    .energy = energy,
    // Gravity bends a rod about axes across the plane of its own bend too, and no angle at rest can hold against that.
    .make_sag_free = NULL,
};
