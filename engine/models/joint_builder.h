// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From coordinates of a joint to its constraints. Private to models/joint*.c.
//
// All forces act at anchor B, on both bodies, and the directions in which ways are measured turn with A. So the rows
// are the gradients of the coordinates wherever the anchors are, and the two bodies' momenta change by opposite amounts
// also while a joint is still being drawn together.

#ifndef BELAY_ENGINE_MODELS_JOINT_BUILDER_H
#define BELAY_ENGINE_MODELS_JOINT_BUILDER_H

#include "models/joint_constraints.h"
#include "models/joint_motion.h"

typedef struct bl_joint_builder {
    const bl_joint_body *a, *b;
    const bl_joint_settings* settings;
    belay_quat frame;                           // frame A in the world
    belay_vec3 arm_a, arm_b;                    // from the centres of mass to anchor B, world
    belay_vec3 displacement, displacement_next; // from anchor A to anchor B, world
    belay_quat rotation, rotation_next;         // of B in A
    bl_joint_turn turn;
    double now[6], next[6]; // the coordinates; next: as expected, without jumps by whole turns
    double slide;           // m, how far the anchors went past each other in a step
    double translation_second_order_bound, rotation_second_order_bound; // m, rad
    bl_joint_constraint* out;
    uint32_t count;
    double way_error_squared, turn_error_squared; // of the locks so far
} bl_joint_builder;

// The vectors of a constraint.
typedef struct bl_joint_gradient {
    belay_vec3 linear, angular_a, angular_b;
    belay_vec3 beyond_b; // what B moves along beyond `linear`; zero but for a pulley
} bl_joint_gradient;

// A locked coordinate: c is to be zero.
typedef struct bl_joint_lock {
    bl_joint_gradient gradient;
    double c, c_next, second_order_bound;
    uint32_t slot;
    bool is_turn;
} bl_joint_lock;

// A free coordinate.
typedef struct bl_joint_freedom {
    bl_joint_gradient gradient;
    double x, x_next, second_order_bound;
    uint32_t coordinate; // names the slots
    bool is_turn;
    bool is_circular; // x and x + 2 pi are the same
} bl_joint_freedom;

void bl_joint_builder_init(bl_joint_builder* k, const bl_joint_data* joint, const bl_joint_body* a,
                           const bl_joint_body* b, const bl_joint_settings* settings, bl_joint_constraint* out);

// How the way of anchor B along the unit vector e (world; turning with A) changes, and the turn of B about e.
bl_joint_gradient bl_joint_translation_gradient(const bl_joint_builder* k, belay_vec3 e);
bl_joint_gradient bl_joint_spin_gradient(belay_vec3 e);
// Of a coordinate 0-5.
bl_joint_gradient bl_joint_coordinate_gradient(const bl_joint_builder* k, uint32_t coordinate);
// The rate of what has that gradient, for the velocities of the next placement, and for those before.
double bl_joint_rate(const bl_joint_builder* k, const bl_joint_gradient* g);
double bl_joint_rate_before(const bl_joint_builder* k, const bl_joint_gradient* g);
// The rate in the interval before, in which what damping took at its end was still there.
double bl_joint_rate_came(const bl_joint_builder* k, const bl_joint_gradient* g);
double bl_joint_rate_of_lead(const bl_joint_builder* k, const bl_joint_gradient* g);
double bl_joint_rate_of_bend(const bl_joint_builder* k, const bl_joint_gradient* g);
// What h times the rate leaves out of the change from x to x_next, no more than `bound`: the second-order bound of a
// translation or a rotation.
double bl_joint_second_order(const bl_joint_builder* k, const bl_joint_gradient* g, double x, double x_next,
                             double bound);
// How much the rate changes by a unit impulse.
double bl_joint_response(const bl_joint_builder* k, const bl_joint_gradient* g);

// Adds a row without bounds, target and softness zero.
bl_joint_constraint* bl_joint_add_row(bl_joint_builder* k, const bl_joint_gradient* g, uint32_t slot,
                                      bl_joint_kind kind);

// Adds equality rows for the locked coordinates (bits), locked at those values.
void bl_joint_add_coordinate_locks(bl_joint_builder* k, uint32_t locked, const double at[6]);
// Adds up to three equality rows: the parts of one vector, the error of the ways or of the turns.
void bl_joint_add_locks(bl_joint_builder* k, const bl_joint_lock* locks, uint32_t count);
// Adds the rows of limit, motor and spring.
void bl_joint_add_axis(bl_joint_builder* k, const bl_joint_freedom* f, const bl_joint_axis* axis);
// Adds the row of a gear, rack or screw, and those of the axis of a pulley.
void bl_joint_add_coupling(bl_joint_builder* k, const bl_joint_data* joint);
// What that row keeps, counted on with all its turns, before the offset is taken from it; of a pulley the length of the
// rope. Rate and gradient go with it.
bl_joint_freedom bl_joint_coupling_of(const bl_joint_builder* k, const bl_joint_data* joint);
// The angle of anchor B about A's x axis, and how it changes.
bl_joint_freedom bl_joint_center_of(const bl_joint_builder* k);
// Adds three rows that pull anchor A to the target as a spring.
void bl_joint_add_drag(bl_joint_builder* k, const bl_joint_data* joint);

#endif
