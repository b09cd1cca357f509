// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the mass-spring chain and CORDE share: nodes that carry the mass (half of each element beside them), springs
// against stretch, and a step with a band matrix. Private to this folder.
//
// A model is an energy E of the edges e_i = x(i+1) - x(i) and, in CORDE, of the elements' rotations. Let Ks be what
// stretch (and CORDE's tie) makes of E'', Kb what bending, twist and tension do, each as far as it cannot make Mhat
// indefinite, and D = v_free - v-. The step is
//
//     Mhat D = h (gravity + applied) - h drag M v- - h E' - s Ks v- - (h^2 (2 theta - 1) + h damping_time) Kb v-,
//     Mhat = (1 + h theta drag) M + s Ks + (h^2 (theta^2 + d) + h theta damping_time) Kb,
//
// with s = h^2 + h damping_time and d = 1 - theta. That is the step of rod_ops.h, but for two things. Vibrations of
// stretch are too fast for any step: they are taken backwards whatever theta is. And with d = 0 and theta = 1/2 the
// fastest of bending would change their sign every step, at the edge of what is stable; with d they stay inside, slower
// by (h omega)^2 / 3 of their frequency and no more damped. What turns by radians in a step is calm at theta near 1
// only. Solving for D and not for v_free keeps a steady flight free of rounding.
//
// Of the stretch E' is taken to second order in h. An edge that turns by an angle a while its ends go straight on grows
// by a^2 / 2 of its length, in a stiff rod a large energy out of nothing; so what the length after v_free is beyond the
// linear prediction counts as stretch too, with a second solution by the same factors. Contacts make v+ another than
// v_free - a taut rope on a drum would run through it - and so that prediction is made again with them.

#ifndef BELAY_ENGINE_MODELS_ROD_LUMPED_ROD_LUMPED_H
#define BELAY_ENGINE_MODELS_ROD_LUMPED_ROD_LUMPED_H

#include "belay/mat.h"
#include "math/band.h"
#include "models/rod/rod_ops.h"

typedef struct bl_lumped bl_lumped;

typedef struct bl_lumped_weights {
    double force, stiff, soft;
} bl_lumped_weights;

// What a model adds. Its bl_rod_ops name it; dofs_per_element are 3, or 6 with the angular velocity of the element.
typedef struct bl_lumped_model {
    size_t per_element; // doubles of `own`, for each of n + 1 elements
    // `rest` at a vertex, from the frames beside it at rest.
    belay_vec3 (*turn)(belay_quat before, belay_quat after);
    // The other way: the frame behind from the one before, seen from that.
    belay_quat (*turned)(belay_vec3 rest);
    // Finds E' and K now and keeps them in `own`.
    void (*measure)(const bl_lumped* r);
    // Adds Ks and Kb to the band, each times its weight.
    void (*assemble)(const bl_lumped* r, bl_lumped_weights weights);
    // load -= E' weights.force + (weights.stiff Ks + weights.soft Kb) w. Clamps turn by `clamp_turn`.
    void (*unload)(const bl_lumped* r, bl_lumped_weights weights, const double* w, const belay_vec3 clamp_turn[2],
                   double* load);
} bl_lumped_model;

// State and scratch by name.
struct bl_lumped {
    const bl_rod_body* body;
    const bl_lumped_model* model;
    uint32_t n;      // elements
    uint32_t m;      // velocities
    uint32_t stride; // of them, from node to node

    // State.
    double* v;         // m
    belay_vec3* x;     // n + 1
    belay_quat* frame; // n: of each element
    double* length;    // n: m, at rest
    belay_vec3* rest;  // n + 1: the turn from element to element at rest, about d1, d2, d3; at the ends that of half an
                       // element, which is what a clamp holds

    // Scratch.
    bl_band band;     // Mhat, then its factors
    double* free;     // m: v_free
    double* load;     // m
    double* work;     // m
    double* own;      // what the model keeps
    double* beyond;   // n: m, how much longer than the linear prediction v_free takes the elements to become
    double* step;     // 1: s, of the last prepare
    belay_vec3* pull; // 2: N, with which the ends pull at what holds them when v_free is what comes of it
};

// An edge now.
typedef struct bl_lumped_edge {
    belay_vec3 direction;
    double length;    // m, kept away from 0
    double stiffness; // N/m
    double tension;   // N
} bl_lumped_edge;

// rod_lumped.c

size_t bl_lumped_state_size(const bl_rod_ops* ops, uint32_t element_count);
size_t bl_lumped_scratch_size(const bl_rod_ops* ops, uint32_t element_count);
// Of the model that the body names.
bl_lumped bl_lumped_view(const bl_rod* rod);

bl_lumped_edge bl_lumped_edge_of(const bl_lumped* r, uint32_t element);
// What turning an edge takes: tension / length, 0 where it is slack.
double bl_lumped_tautness(const bl_lumped_edge* edge);
// Whether the rod resists bending at a vertex (0 to n), and the length of rod that bends there.
bool bl_lumped_bends(const bl_lumped* r, uint32_t vertex);
double bl_lumped_cell(const bl_lumped* r, uint32_t vertex);
double bl_lumped_node_mass(const bl_lumped* r, uint32_t node);
// Rotary inertia of an element, the same about all axes.
double bl_lumped_spin_inertia(const bl_lumped* r, uint32_t element);
// The frames beside a vertex, of the clamp at an end.
belay_quat bl_lumped_frame_before(const bl_lumped* r, uint32_t vertex);
belay_quat bl_lumped_frame_after(const bl_lumped* r, uint32_t vertex);
bool bl_lumped_is_held(const bl_lumped* r, uint32_t node);
// The shortest rotation between two directions; of opposite ones, about any axis across.
belay_quat bl_lumped_shortest(belay_vec3 from, belay_vec3 to);

void bl_lumped_move_nodes(const bl_lumped* r, double seconds);
void bl_lumped_set_node_velocities(const bl_lumped* r, const belay_vec3* velocities);
// Adds to a row what node . a is of the velocities.
void bl_lumped_add_row(const bl_lumped* r, uint32_t node, belay_vec3 a, double* row);
// Kinetic energy of nodes, potential and stretch.
bl_rod_energy bl_lumped_energy(const bl_lumped* r, belay_vec3 gravity);

// `rest` at an end: half an element goes on turning as from the element before to the one after the vertex beside it.
belay_vec3 bl_lumped_rest_at_end(const bl_lumped* r, uint32_t end, uint32_t beside, belay_quat before,
                                 belay_quat after);

// Ops that are alike, in rod_lumped_start.c, rod_lumped_step.c, rod_lumped_ops.c, rod_lumped_cut.c.
belay_result bl_lumped_init(const bl_rod* rod, const bl_rod_start* start, belay_error* error);
void bl_lumped_prepare(const bl_rod* rod, belay_vec3 gravity, const double* applied, double h);
bl_rod_miss bl_lumped_look(const bl_rod* rod, const double* v, double h);
bl_rod_refined bl_lumped_refine(const bl_rod* rod, const double* v, const bl_rod_miss* miss, bl_rod_renewal renewal,
                                belay_vec3 gravity, const double* applied, double h);
bool bl_lumped_can_hold(int end, bl_rod_hold hold);
const double* bl_lumped_free_velocity(const bl_rod* rod);
double* bl_lumped_velocity(const bl_rod* rod);
void bl_lumped_solve(const bl_rod* rod, double* x, uint32_t columns, uint32_t from);
bl_band bl_lumped_factor(const bl_rod* rod);
void bl_lumped_arcs(const bl_rod* rod, double* arcs);
void bl_lumped_nodes(const bl_rod* rod, belay_vec3* nodes);
void bl_lumped_node_velocities(const bl_rod* rod, const double* v, belay_vec3* velocities);
void bl_lumped_scale(const bl_rod* rod, double* v, double share, bool keeps_momentum);
belay_quat bl_lumped_frame(const bl_rod* rod, uint32_t segment);
double bl_lumped_tension(const bl_rod* rod, uint32_t element);
belay_vec3 bl_lumped_end_force(const bl_rod* rod, int end);
belay_vec3 bl_lumped_direct_force(const bl_rod* rod, int end, uint32_t segment, double s, belay_vec3 force,
                                  belay_vec3 moment);
void bl_lumped_cut(const bl_rod* rod, uint32_t vertex, const bl_rod* head, const bl_rod* tail);
void bl_lumped_reverse(const bl_rod* rod);
belay_result bl_lumped_join(const bl_rod* first, const bl_rod* second, bool as_it_lies, const bl_rod* joined,
                            belay_error* error);

// The members of bl_rod_ops that these are.
#define BL_LUMPED_OPS                                                                                                  \
    .dofs_extra = 3, .segments_per_element = 1, .state_size = bl_lumped_state_size,                                    \
    .scratch_size = bl_lumped_scratch_size, .can_hold = bl_lumped_can_hold, .init = bl_lumped_init,                    \
    .prepare = bl_lumped_prepare, .free_velocity = bl_lumped_free_velocity, .look = bl_lumped_look,                    \
    .refine = bl_lumped_refine, .velocity = bl_lumped_velocity, .solve = bl_lumped_solve, .factor = bl_lumped_factor,  \
    .arcs = bl_lumped_arcs, .nodes = bl_lumped_nodes, .node_velocities = bl_lumped_node_velocities,                    \
    .scale = bl_lumped_scale, .frame = bl_lumped_frame, .tension = bl_lumped_tension,                                  \
    .end_force = bl_lumped_end_force, .direct_force = bl_lumped_direct_force, .cut = bl_lumped_cut,                    \
    .reverse = bl_lumped_reverse, .join = bl_lumped_join

static inline belay_vec3 bl_lumped_get(const double* v, size_t at)
{
    return v3(v[at], v[at + 1], v[at + 2]);
}

static inline void bl_lumped_set(double* v, size_t at, belay_vec3 a)
{
    v[at] = a.x;
    v[at + 1] = a.y;
    v[at + 2] = a.z;
}

static inline void bl_lumped_add(double* v, size_t at, belay_vec3 a)
{
    v[at] += a.x;
    v[at + 1] += a.y;
    v[at + 2] += a.z;
}

static inline belay_vec3 bl_lumped_edge_rate(const bl_lumped* r, const double* v, uint32_t element)
{
    size_t at = (size_t)element * r->stride;
    return v3_sub(bl_lumped_get(v, at + r->stride), bl_lumped_get(v, at));
}

// load -= G^T stress: what an edge's dE / de does to its nodes.
static inline void bl_lumped_unload_edge(const bl_lumped* r, uint32_t element, belay_vec3 stress, double* load)
{
    size_t at = (size_t)element * r->stride;
    bl_lumped_add(load, at, stress);
    bl_lumped_add(load, at + r->stride, v3_neg(stress));
}

// target += a k a^T, and the like between two vectors.
static inline void bl_lumped_add_outer(belay_mat33* target, double k, belay_vec3 a, belay_vec3 b)
{
    double x = k * a.x, y = k * a.y, z = k * a.z;
    target->m[0] += x * b.x;
    target->m[1] += x * b.y;
    target->m[2] += x * b.z;
    target->m[3] += y * b.x;
    target->m[4] += y * b.y;
    target->m[5] += y * b.z;
    target->m[6] += z * b.x;
    target->m[7] += z * b.y;
    target->m[8] += z * b.z;
}

// Adds factor a to the band at (row, column), row >= column; of a block on the diagonal the lower half counts.
static inline void bl_lumped_put(const bl_band* band, uint32_t row, uint32_t column, double factor,
                                 const belay_mat33* a)
{
    for (uint32_t j = 0; j < 3; j++) {
        uint32_t first = row == column ? j : 0;
        double* at = bl_band_at(band, row + first, column + j);
        for (uint32_t i = first; i < 3; i++)
            *at++ += factor * a->m[3 * i + j];
    }
}

#endif
