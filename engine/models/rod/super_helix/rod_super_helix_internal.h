// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The super-helix as a chain of elements. Private to this folder.
//
// Generalised velocities v, m = 6 + 3 N: the velocity (m/s) and angular velocity (rad/s) of the material frame at end
// 0, in the world frame; then the rates of u = (kappa1, kappa2, tau) of each element, 1/(m s). Where end 0 is held, the
// first 3 (pinned) or 6 (clamped) are prescribed. Where it is not, move changes them: the end swings about the centre
// of mass while the rod flies.
//
// Vertices are the N + 1 ends of elements. Positions are measured from vertex 0, so that nothing is lost far from the
// world's origin. A change of u of element e moves all that lies beyond as one rigid body: a twist, kept as the
// velocity of that body at vertex 0 and its angular velocity.

#ifndef BELAY_ENGINE_MODELS_ROD_SUPER_HELIX_ROD_SUPER_HELIX_INTERNAL_H
#define BELAY_ENGINE_MODELS_ROD_SUPER_HELIX_ROD_SUPER_HELIX_INTERNAL_H

#include "models/rod/rod_ops.h"
#include "models/rod/super_helix/rod_super_helix_element.h"

// Segments of the polyline per element. An element that turns by a leaves each chord by a / 24 of the chord's length:
// at twenty elements to the turn 1.3 %.
#define BL_SUPER_HELIX_SEGMENTS 3
#define BL_SUPER_HELIX_BASE 6 // dofs of the frame at end 0

typedef struct bl_helix_frame {
    belay_mat33 rotation;
    belay_vec3 position;
} bl_helix_frame;

// A rigid motion (velocity at vertex 0), or what acts on a body: force and moment about vertex 0.
typedef struct bl_helix_twist {
    belay_vec3 linear, angular;
} bl_helix_twist;

// The polyline within an element, world axes.
typedef struct bl_helix_segments {
    belay_vec3 node[BL_SUPER_HELIX_SEGMENTS + 1];
    belay_vec3 gradient[BL_SUPER_HELIX_SEGMENTS + 1][3]; // of node by the element's own u
    belay_mat33 frame[BL_SUPER_HELIX_SEGMENTS];          // in the middle of the arc
    belay_vec3 turn[BL_SUPER_HELIX_SEGMENTS][3];         // of that frame by the element's own u
} bl_helix_segments;

typedef struct bl_super_helix {
    const bl_rod_body* body;
    uint32_t n, m;
    // In the state.
    belay_vec3* origin; // vertex 0
    belay_quat* rotation;
    double* length;         // [n]
    belay_vec3* u;          // [n]
    belay_vec3* rest;       // [n] u at rest
    double* v;              // [m]
    bl_helix_frame* frames; // [n + 1] follow from the above
    double* tension;        // [n] N, at the last prepare: of the weight beyond and forces applied there. (What contacts
                            // and constraints there pull is not known to a rod that cannot stretch.)
    belay_vec3* pull;       // N, of end 0 on what holds it; inertia included
    double* prepared;       // 1: the step that is prepared and not yet made, s; else 0
    // In the scratch: what prepare leaves for rows and solves ...
    double* mass;                // [m m] upper triangle
    double* factor;              // [m m]
    double* free_velocity;       // [m]
    bl_helix_segments* segments; // [n]
    bl_helix_twist* twists;      // [3 n] of what lies beyond, by u of each element
    // ... and work space.
    bl_helix_twist* momenta; // [3 n] of the whole rod, by rates of u
    double* rhs;             // [m]
    double* momentum;        // [m]
    double* bias;            // [m]
    double* work;            // [4 m]
    double* before;          // what changes in flight, as it was one step before
} bl_super_helix;

bl_super_helix bl_super_helix_view(const bl_rod* rod);

// Base dofs that are held: 0, 3 or 6.
uint32_t bl_super_helix_held(const bl_rod_body* body);
bl_helix_shape bl_super_helix_shape(const bl_super_helix* rod, uint32_t element);
// Stiffness times length of an element against its u.
belay_vec3 bl_super_helix_stiffness(const bl_super_helix* rod, uint32_t element);
static inline belay_vec3 bl_super_helix_rate(const double* v, uint32_t element)
{
    const double* r = v + BL_SUPER_HELIX_BASE + 3 * (size_t)element;
    return v3(r[0], r[1], r[2]);
}

// rod_super_helix_chain.c

// Brings the frames up to date with origin, rotation and u.
void bl_super_helix_place(const bl_super_helix* rod);
// The polyline within an element.
void bl_super_helix_segments_of(const bl_super_helix* rod, uint32_t element, bl_helix_segments* segments);
// How the frame at vertex `element` moves: velocity there, angular velocity.
bl_helix_twist bl_super_helix_advance(const bl_super_helix* rod, uint32_t element, const double* v, bl_helix_twist at);

// The quaternion of a rotation matrix.
belay_quat bl_helix_quat(const belay_mat33* rotation);

// rod_super_helix_body.c

// What is moved as if it were rigid: mass, moments about vertex 0 and rotary inertia about the tangents.
typedef struct bl_helix_body {
    double mass;
    belay_vec3 first;         // int r dm
    belay_mat33 second, spin; // int r r^T dm, int d d^T di
} bl_helix_body;
// The same integrals of an element, seen from its frame: added.
void bl_helix_body_add(bl_helix_body* body, const bl_helix_frame* frame, double mass, belay_vec3 first,
                       const belay_mat33* second, const belay_mat33* spin);
void bl_helix_body_join(bl_helix_body* body, const bl_helix_body* other);
// Inertia against turning about vertex 0.
belay_mat33 bl_helix_body_inertia(const bl_helix_body* body);
bl_helix_twist bl_helix_body_momentum(const bl_helix_body* body, bl_helix_twist twist);
static inline double bl_helix_twist_dot(bl_helix_twist a, bl_helix_twist b)
{
    return v3_dot(a.linear, b.linear) + v3_dot(a.angular, b.angular);
}
static inline bl_helix_twist bl_helix_twist_add(bl_helix_twist a, bl_helix_twist b)
{
    return (bl_helix_twist){v3_add(a.linear, b.linear), v3_add(a.angular, b.angular)};
}

// rod_super_helix_mass.c

// Fills mass, twists and momenta; returns the whole rod as it would be, rigid.
bl_helix_body bl_super_helix_find_mass(const bl_super_helix* rod);
// Adds the generalised force of gravity, after find_mass.
void bl_super_helix_add_gravity(const bl_super_helix* rod, const bl_helix_body* whole, belay_vec3 gravity,
                                double* force);

// rod_super_helix_inertia.c

// The inertial forces at velocities v when u' stays and end 0 moves as it would without forces: of the free base dofs
// none. After find_mass, as all below.
void bl_super_helix_find_bias(const bl_super_helix* rod, const double* v, double* bias);
// The momenta of the field of velocities of a rod that was `before`.
void bl_super_helix_find_carried(const bl_super_helix* rod, const bl_super_helix* before, double* momenta);
// In two steps: of the elements from `first` on, which are all that were `before`; then, when each has been carried, to
// the rates of each what it takes to move all that lies beyond, and to the base, the whole.
void bl_super_helix_carry(const bl_super_helix* rod, uint32_t first, const bl_super_helix* before, double* momenta);
void bl_super_helix_pass_back(const bl_super_helix* rod, double* momenta);
// Adds to the momenta those of a rigid motion of the whole rod, such that of the free base dofs they are as in `kept`.
void bl_super_helix_keep_base(const bl_super_helix* rod, const double* kept, double h, double* momenta);

// rod_super_helix_flight.c

// The rod as it was `seconds` ago, in the scratch.
bl_super_helix bl_super_helix_look_back(const bl_super_helix* rod, double seconds);
// Moves for `seconds`; u' stays, and so do momentum and angular momentum (held dofs: those of the frame are
// prescribed).
void bl_super_helix_fly(const bl_super_helix* rod, double seconds);
double bl_super_helix_kinetic_energy(const bl_super_helix* rod);

// The rest: ops, by file.
void bl_super_helix_set_length(const bl_super_helix* rod, bl_rod_body* body);
void bl_super_helix_reverse(const bl_rod* body);
belay_result bl_super_helix_join(const bl_rod* first, const bl_rod* second, bool as_it_lies, const bl_rod* joined,
                                 belay_error* error);
void bl_super_helix_cut(const bl_rod* body, uint32_t vertex, const bl_rod* head, const bl_rod* tail);
belay_result bl_super_helix_init(const bl_rod* rod, const bl_rod_start* start, belay_error* error);
void bl_super_helix_move(const bl_rod* rod, double seconds);
void bl_super_helix_prepare(const bl_rod* rod, belay_vec3 gravity, const double* applied, double h);
void bl_super_helix_row(const bl_rod* rod, uint32_t segment, double s, belay_vec3 linear, belay_vec3 angular,
                        double sign, double* row, uint32_t* first, uint32_t* count);
void bl_super_helix_nodes(const bl_rod* rod, belay_vec3* nodes);
void bl_super_helix_node_velocities(const bl_rod* rod, const double* v, belay_vec3* velocities);
belay_quat bl_super_helix_frame(const bl_rod* rod, uint32_t segment);
belay_vec3 bl_super_helix_angular_velocity(const bl_rod* rod, uint32_t segment, const double* v);
belay_result bl_super_helix_make_sag_free(const bl_rod* rod, belay_vec3 gravity, double* lowest, belay_error* error);

#endif
