// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a joint asks of the velocities of its two bodies, as scalar constraints (the rows of solver/rows/joint_row.h).
// Pure functions of the joint's data, the bodies' placements at the contact instant and their velocities.
//
// The six coordinates of a joint are those of frame B seen from frame A: 0-2 the anchor of B along x, y, z of A; 3 the
// twist; 4, 5 the swing. With q the rotation of B in A,
//     q = exp(0, s_y, s_z) exp(t, 0, 0)
// so the twist t turns B about its own x axis, and the swing is the rotation vector, perpendicular to x, that carries
// A's x axis to B's. Both are unique and smooth while the x axes are not opposed, |t| and |s| at most pi.
//
// Where a locked coordinate C has to be zero, its velocity u after the step is asked to make it zero at the next
// contact instant, one step h later:
//     C + h u + slack = 0,      slack = C(next placement) - C - h u,   both for the velocities that are expected.
// The next placement is formed with the velocities that the last step's impulses give, so the slack holds the
// centripetal way of the anchors to all orders, and is right to the third order of h. As the reaction acts along the
// gradient at the present instant, this is the scheme of SHAKE: what turns on a joint keeps its energy.

#ifndef BELAY_ENGINE_DYNAMICS_JOINT_H
#define BELAY_ENGINE_DYNAMICS_JOINT_H

#include "belay/joint.h"
#include "math/quat.h"

#include <stdint.h>

#define BL_JOINT_MAX_CONSTRAINTS 12

// Which parts of a bl_joint_axis are enabled.
enum {
    BL_JOINT_LIMIT = 1,
    BL_JOINT_MOTOR = 2,
    BL_JOINT_SPRING = 4,
};

// A belay_joint_axis without holes between its bytes.
typedef struct bl_joint_axis {
    double min, max, limit_stiffness, limit_damping;
    double motor_speed, motor_max_force;
    double spring_target, spring_stiffness, spring_damping, spring_max_force;
    uint64_t flags;
} bl_joint_axis;

// What makes a joint, likewise. belay_joint_def says what each is.
typedef struct bl_joint_data {
    belay_pose frame_a, frame_b; // body frames; of the world: the world frame
    bl_joint_axis axis[6];
    double cone_angle;
    belay_vec3 target;
    double drag_frequency, drag_damping, drag_max_force;
    uint64_t type; // belay_joint_type
} bl_joint_data;

// One body at the contact instant.
typedef struct bl_joint_body {
    belay_pose pose;                          // body frame
    belay_vec3 center;                        // of mass
    belay_vec3 linear_before, angular_before; // velocities in the interval before
    belay_vec3 linear, angular;               // expected in the interval to come
    double inverse_mass;
    belay_mat33 inverse_inertia;
} bl_joint_body;

// The world as body B.
bl_joint_body bl_joint_body_world(void);

typedef struct bl_joint_settings {
    double h;         // s
    double max_speed; // m/s and rad/s: a joint out of place is drawn together no faster than this ...
    double slop;      // m and rad: ... but errors up to this one at once
    double recovery;  // share of the way beyond a limit that is taken back per step
    double margin;    // m: limits further away than this, beyond what the bodies may travel, are left out
} bl_joint_settings;

// What the impulse of a constraint belongs to, so that it finds its successor in the next step.
enum {
    BL_JOINT_SLOT_LIMIT = 0, // + coordinate: a scalar
    BL_JOINT_SLOT_DRIVE = 6, // + coordinate: a scalar; motor or spring
    BL_JOINT_SLOT_WAY = 12,  // along `linear`: its part of one vector in the world
    BL_JOINT_SLOT_TURN = 13, // along `angular_a`: its part of one vector in the world
};

// u = linear . (vA - vB) + angular_a . wA - angular_b . wB; the law is that of solver/rows/joint_row.h.
typedef struct bl_joint_constraint {
    belay_vec3 linear, angular_a, angular_b;
    double target, lower, upper, softness;
    uint32_t slot;
} bl_joint_constraint;

// Writes the constraints that the joint now has and returns their number, at most bl_joint_max_constraints. *cap bounds
// the norm of the impulse of all (a drag joint's three); HUGE_VAL for others.
uint32_t bl_joint_constraints(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                              const bl_joint_settings* settings, bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS],
                              double* cap);

// The largest number of constraints that a joint of that type can have.
uint32_t bl_joint_max_constraints(belay_joint_type type);

// The number of free directions that the axes of a type are about, and the coordinate of one: 0-5 as above. Of a
// distance joint it is 0 in name only.
uint32_t bl_joint_axis_count(belay_joint_type type);
uint32_t bl_joint_axis_coordinate(belay_joint_type type, uint32_t axis);

// Where a joint stands, for the placements and the expected velocities of its bodies.
typedef struct bl_joint_measures {
    double position[6], speed[6]; // of the free directions, by their number
    double error, angular_error;  // of the locked ways and turns; of a drag joint the way to its target
} bl_joint_measures;

bl_joint_measures bl_joint_measure(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b);

#endif
