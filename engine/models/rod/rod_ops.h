// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The motion of one elastic rod, whatever its model: what contact and the step need of it. A rod has generalised
// velocities v (m of them); a step linearises its forces at the contact instant,
//     Mhat v+ = Mhat v_free + H^T r      (`prepare` below says it in full)
// and answers three questions: how a place on the rod moves with v (rows of H), what impulses do to v (Mhat^-1 H^T),
// and where the rod goes.
//
// Towards contact every rod is a polyline: segment_count + 1 nodes, each segment a capsule of the rod's radius. Of a
// nodal rod these are its own nodes; of a super-helix, points on its centreline. A place is a segment and s in [0, 1]
// along it; it moves with the velocities of the segment's two nodes and turns with the segment.
//
// Material frame of a segment: d3 its tangent (from node i to node i + 1), d1 and d2 the axes of the section; right-
// handed, columns of a rotation matrix. A clamp's frame has its d3 along the rod, away from node 0 at either end.

#ifndef BELAY_ENGINE_MODELS_ROD_ROD_OPS_H
#define BELAY_ENGINE_MODELS_ROD_ROD_OPS_H

#include "belay/mat.h"
#include "belay/quat.h"
#include "belay/result.h"
#include "belay/rod_model.h"
#include "math/band.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The section, per length of the unstretched rod.
typedef struct bl_rod_section {
    double line_mass;    // kg/m, > 0
    double spin_inertia; // kg m, >= 0: rotary inertia about the axis
    double radius;       // m, > 0, of contact
    double stretch;      // N, > 0: E A
    double bend[2];      // N m^2, > 0: stiffness against curvature about d1 and d2
    double twist;        // N m^2, > 0: G J
    double damping_time; // s, >= 0: C = damping_time K
    double drag;         // 1/s, >= 0: force -drag times momentum
} bl_rod_section;

typedef enum bl_rod_hold { BL_ROD_FREE, BL_ROD_PINNED, BL_ROD_CLAMPED } bl_rod_hold;

// How an end is held by what the rod cannot move. A clamp holds the node and, elastically over the half element that
// begins there, the direction and twist of the first segment.
typedef struct bl_rod_end {
    bl_rod_hold hold;
    belay_vec3 position; // m, at the contact instant
    belay_quat rotation; // clamp: its frame then
    belay_vec3 velocity; // m/s, through the interval to come
    belay_vec3 angular;  // rad/s, clamp
} bl_rod_end;

// Plain data, no pointers; beside it stand two arrays of doubles: state (all that a snapshot must keep) and scratch
// (written in a step before it is read).
typedef struct bl_rod_body {
    belay_rod_model model;
    uint32_t element_count; // 2 or more
    uint32_t segment_count; // of the polyline
    bl_rod_section section;
    double length;   // m, unstretched
    double theta;    // 1/2 (no numerical damping) to 1 (backward Euler)
    double lead;     // s, from the state to the next contact instant
    double interval; // s, between contact instants: a step
    bl_rod_end ends[2];
} bl_rod_body;

typedef struct bl_rod {
    bl_rod_body* body;
    double* state;
    double* scratch;
    // From outside: how stiffly each segment is kept from turning by the forces that press on it, as far as rows of
    // contacts do not tell (N m, symmetric, not negative, world axes). Null: not at all. A model may leave it aside, or
    // make inertia of it that keeps long steps stable.
    const belay_mat33* geometric_stiffness;
} bl_rod;

// From what a rod is made. `nodes` are element_count + 1 points of the centreline; elements are as long at rest as the
// points are apart, unless rest_nodes says otherwise.
typedef struct bl_rod_start {
    const belay_vec3* nodes;
    const belay_vec3* rest_nodes; // null: straight at rest; the curve may lie anywhere
    const double* twist;          // rad, element_count: turn of each segment's d1 against the twist-free frame; null: 0
    const double* rest_twist;     // rad, likewise at rest; null: 0
    belay_vec3 d1;                // about where d1 of the first segment points (made perpendicular; parallel to the
                                  // tangent: any perpendicular)
} bl_rod_start;

typedef struct bl_rod_energy {
    double kinetic, stretch, bend, twist; // J
    double potential;                     // J, of gravity; zero at the origin
} bl_rod_energy;

// What is done to the equations of a step.
typedef enum bl_rod_refined {
    BL_ROD_SETTLED,    // nothing
    BL_ROD_CORRECTED,  // v_free is another
    BL_ROD_LINEARISED, // v_free and Mhat are others
} bl_rod_refined;

// When Mhat is made anew.
typedef enum bl_rod_renewal {
    BL_ROD_WHERE_IT_TURNS,  // where the rod turns far,
    BL_ROD_WHERE_IT_MISSES, // and where more than a little is missed, too
    BL_ROD_ANEW,            // always
    BL_ROD_DAMPED,          // as in prepare, with strains that change more slowly than before, as if the rod were more
                            // viscous: that takes energy out and leaves momentum
} bl_rod_renewal;

// What velocities miss of a step.
typedef struct bl_rod_miss {
    double energy; // J
    bool counts;
} bl_rod_miss;

typedef struct bl_rod_energy_report {
    double gain, before, after, clamps; // J
} bl_rod_energy_report;

typedef struct bl_rod_ops bl_rod_ops;
struct bl_lumped_model; // lumped/rod_lumped.h

// What a model is. All functions are pure in (body, state, scratch); none allocates. x, v: m doubles.
struct bl_rod_ops {
    const char* name;
    bool has_no_twist;                     // segments do not turn about themselves
    uint32_t dofs_per_element, dofs_extra; // bl_rod_dof_count
    uint32_t segments_per_element;         // of the polyline
    const struct bl_lumped_model* lumped;  // what it adds to those of lumped/rod_lumped.h; null: it is none of them
    // bl_rod_state_size, bl_rod_scratch_size
    size_t (*state_size)(const bl_rod_ops* ops, uint32_t element_count);
    size_t (*scratch_size)(const bl_rod_ops* ops, uint32_t element_count);
    // Whether the model holds that end itself; what it does not is held by constraints from outside.
    bool (*can_hold)(int end, bl_rod_hold hold);

    // body: all but length and segment_count set, ends as at the start. SHAPE, VALUE with a message that names the
    // value: two equal neighbours, a fold of 180 degrees.
    belay_result (*init)(const bl_rod* rod, const bl_rod_start* start, belay_error* error);

    // Moves the configuration by v for `seconds`. Held ends go where body->ends says (set by the caller before, with
    // the place that belongs to the new instant). When `seconds` are those of the last prepare, the model may correct
    // v by what is of second order in h.
    void (*move)(const bl_rod* rod, double seconds);

    // At the contact instant: forces, and the linearised system, so that with v+ from it the force acts at
    // q + h (theta^2 v+ - (1 - theta)^2 v-):
    //     Mhat = M + h theta C + h^2 theta^2 K
    //     Mhat v_free = M v- + h f(q) - h (1 - theta) C v- + h^2 (1 - theta)^2 K v-
    // with f the elastic, gravity and applied forces, C = damping_time K + drag M, K symmetric (forces' derivative, or
    // a part of it that keeps Mhat positive definite whatever the state; f itself is exact). To second order in h a
    // model may do better, take the stiffest part of K with theta = 1, and add inertia to both sides. Motion of held
    // ends enters as known velocity. `applied`: force (N) on each node of the polyline, 3 (segment_count + 1) doubles,
    // or null. Factors Mhat. Nothing that the rod's own size does not warrant: O(element_count) for chains.
    void (*prepare)(const bl_rod* rod, belay_vec3 gravity, const double* applied, double h);
    // v_free, after prepare; m doubles.
    const double* (*free_velocity)(const bl_rod* rod);
    // What prepare could not know: where the velocities v that come of the contacts lead to in the step, and the energy
    // of the stresses there that the equations do not expect, beside the energies of the motion. Null: the equations
    // expect nothing beyond the linear.
    bl_rod_miss (*look)(const bl_rod* rod, const double* v, double h);
    // Makes the equations anew: v_free with the stresses to which v lead, and Mhat about them where `renewal` says so.
    // `miss`: what look has just told of v; null: it was not asked, or of others. Null with look.
    bl_rod_refined (*refine)(const bl_rod* rod, const double* v, const bl_rod_miss* miss, bl_rod_renewal renewal,
                             belay_vec3 gravity, const double* applied, double h);
    // The energies of a step with v. `gain`: what v, if it solves the equations of the last prepare or refine with
    // whatever impulses from outside, would add to the rod's energy beyond the work of all that acts on it from
    // outside, J; below 0: what the rod loses inside. `before`, `after`: its own energy, kinetic and elastic, with the
    // velocities of prepare, once ends were put where they are held, and after the step.
    // `clamps`: the work of clamps that turn, as far as the model holds them itself. Asked of the velocities that the
    // step ends with, once at least: a nodal rod then fills its reserve, a part of its state (rod_nodal_slow.c).
    // Null: not known.
    bl_rod_energy_report (*energy_report)(const bl_rod* rod, const double* v, double h);
    // Scales a motion by `share`: all of it, or with `keeps_momentum` all beside the velocity of the centre of mass.
    // Null: all dofs are velocities, and which motion is that of the centre of mass is not told.
    void (*scale)(const bl_rod* rod, double* v, double share, bool keeps_momentum);
    // v: m doubles in the state, to be read and written. Behind every v that is handed in stands one more, a zero.
    double* (*velocity)(const bl_rod* rod);

    // Adds  sign (linear . v_place + angular . w_segment)  as a row over v: row[k] += ... for k in the range returned,
    // [*first, *first + *count). Entries of held dofs are zero. The velocity of a held end is in free_velocity.
    void (*row)(const bl_rod* rod, uint32_t segment, double s, belay_vec3 linear, belay_vec3 angular, double sign,
                double* row, uint32_t* first, uint32_t* count);
    // x <- Mhat^-1 x for `columns` right-hand sides at once, x[k * columns + c]. All columns are zero for k <
    // from, and only results for k >= from are wanted (others may be left unset).
    void (*solve)(const bl_rod* rod, double* x, uint32_t columns, uint32_t from);
    // Mhat as prepare has factored it. Null: it is no band matrix.
    bl_band (*factor)(const bl_rod* rod);

    // Sets v so that the nodes of the polyline have these velocities (segment_count + 1) and nothing spins. Null: the
    // model's nodes cannot move each in its own way.
    void (*set_velocities)(const bl_rod* rod, const belay_vec3* velocities);

    // s of each node along the rod as it was made, at rest, m: segment_count + 1, from 0 to the length.
    void (*arcs)(const bl_rod* rod, double* arcs);
    // The polyline now: segment_count + 1 points; nodes[i], and their velocities for given v.
    void (*nodes)(const bl_rod* rod, belay_vec3* nodes);
    void (*node_velocities)(const bl_rod* rod, const double* v, belay_vec3* velocities);
    // The material frame of a segment now.
    belay_quat (*frame)(const bl_rod* rod, uint32_t segment);
    // Angular velocity of a segment for given v.
    belay_vec3 (*angular_velocity)(const bl_rod* rod, uint32_t segment, const double* v);

    // Internal forces now: tension (N, > 0 when pulled) of an element; moment (N m) about d1, d2, d3 at inner vertex
    // 1 .. element_count - 1, or at a clamped end (0, element_count).
    double (*tension)(const bl_rod* rod, uint32_t element);
    belay_vec3 (*moment)(const bl_rod* rod, uint32_t vertex);
    // The force (N) with which the rod pulls at what holds an end (0 or 1), mean over the last step: asked after
    // prepare and move, with the same scratch. Zero at a free end. What of a force and a moment at a place (those of a
    // contact) moves held dofs alone is not in it: direct_force, that part of it.
    belay_vec3 (*end_force)(const bl_rod* rod, int end);
    belay_vec3 (*direct_force)(const bl_rod* rod, int end, uint32_t segment, double s, belay_vec3 force,
                               belay_vec3 moment);
    bl_rod_energy (*energy)(const bl_rod* rod, belay_vec3 gravity);
    // Whether energy and tension are told of the contact instants between which the state lies, body->lead ahead with v
    // and body->interval before that.
    bool has_instants;

    // Cutting and joining. Of what is read the state alone is looked at; what is made has scratch too, and a body with
    // all but length and segment_count set, ends as they are held.

    // Cuts at the vertex where so many elements have gone by (2 to element_count - 2): `head` is what lies before it,
    // `tail` the rest. All that moves goes on as it did, and elements are at rest as they were.
    void (*cut)(const bl_rod* rod, uint32_t vertex, const bl_rod* head, const bl_rod* tail);
    // Tells the rod from its other end (rod_reverse.h).
    void (*reverse)(const bl_rod* rod);
    // `joined` is the last node of `first` made one with the first node of `second`, at their mean, weighted by mass;
    // so is its velocity. There the rod is straight and untwisted at rest, or, with `as_it_lies`, as it is then. (How a
    // super-helix, which has no such node, comes to that: rod_super_helix_join.c.) SHAPE: a fold of 180 degrees, an
    // element without length; of a super-helix, too much of a turn.
    belay_result (*join)(const bl_rod* first, const bl_rod* second, bool as_it_lies, const bl_rod* joined,
                         belay_error* error);

    // Sets the rest shape so that the present configuration, at rest, is an equilibrium under gravity (bertails2017,
    // sec. 4.2). Null: the model cannot. *lowest: the lowest eigenvalue of the stiffness there relative to the
    // stiffness without gravity; < 0: an unstable equilibrium.
    belay_result (*make_sag_free)(const bl_rod* rod, belay_vec3 gravity, double* lowest, belay_error* error);
};

// Of a rod of so many elements: m, the segments of its polyline, and the doubles that it needs.
static inline uint32_t bl_rod_dof_count(const bl_rod_ops* ops, uint32_t element_count)
{
    return ops->dofs_per_element * element_count + ops->dofs_extra;
}

static inline uint32_t bl_rod_segment_count(const bl_rod_ops* ops, uint32_t element_count)
{
    return ops->segments_per_element * element_count;
}

static inline size_t bl_rod_state_size(const bl_rod_ops* ops, uint32_t element_count)
{
    return ops->state_size(ops, element_count);
}

static inline size_t bl_rod_scratch_size(const bl_rod_ops* ops, uint32_t element_count)
{
    return ops->scratch_size(ops, element_count);
}

extern const bl_rod_ops bl_rod_nodal;
extern const bl_rod_ops bl_rod_super_helix;
extern const bl_rod_ops bl_rod_mass_spring;
extern const bl_rod_ops bl_rod_corde;

// The functions of a model; null for an unknown one.
const bl_rod_ops* bl_rod_ops_of(belay_rod_model model);

#endif
