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
// A locked coordinate C is zero at every contact instant. On the chord from one instant to the next its velocity is
// not: with u- its velocity by the chord that came and u+ by the one that goes, both along the gradient at the instant,
//     C(next) = C + h u+ + s,     C(last) = C - h u- + s,     s = C'' h^2 / 2, the second-order term,
// so u- = s / h and u+ = -s / h: the reaction reverses u-. That is what a row asks for, u+ = -u-, taken from the
// velocities that the bodies have and from nothing else. Its work, r (u- + u+) / 2, is zero whatever the reaction r is;
// and -u- of all rows is what the velocities -v- give, so the targets of rows that depend on each other (a loop of
// joints) never contradict each other. The term s says how much of u- can be a chord: the rest came by a blow, or from
// joining what flew apart, and is stopped.
//
// A body that cannot be moved goes round a bend: between two instants its places go by sin(p) / p of w x r in the mean,
// p = h |w|, which is the third order of the step. u- and u+ are those against that. And one that is led from pose to
// pose (step/motion/step_lead.h) has had another velocity in a part of the interval before, and will have in one of
// that to come: u- is that against the mean of the former, u+ that against the expected mean, v + lead. With u of v
// itself the row asks for u+ = -u- - lead.
//
// What this leaves of C, of the third order of h per step, is taken back by moving the bodies
// (step/solve/step_recover.c).

#ifndef BELAY_ENGINE_MODELS_JOINT_CONSTRAINTS_H
#define BELAY_ENGINE_MODELS_JOINT_CONSTRAINTS_H

#include "belay/joint.h"
#include "belay/quat.h"

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

static inline bool bl_joint_axis_is_locked(const bl_joint_axis* axis)
{
    return (axis->flags & BL_JOINT_LIMIT) != 0 && axis->min == axis->max && axis->limit_stiffness == 0.0;
}

// What makes a joint, likewise. belay_joint_def says what each is.
typedef struct bl_joint_data {
    belay_pose frame_a, frame_b; // body frames; of the world: the world frame
    bl_joint_axis axis[6];
    double cone_angle;
    belay_vec3 target;
    double drag_frequency, drag_damping, drag_max_force;
    double ratio, offset;          // of a coupling; offset HUGE_VAL: not found yet
    belay_vec3 ground_a, ground_b; // m, world, of a pulley
    uint64_t type;                 // belay_joint_type
} bl_joint_data;

// One body at the contact instant.
typedef struct bl_joint_body {
    belay_pose pose, next; // body frame: now, and at the next contact instant with `linear`, `angular`
    belay_vec3 center;     // of mass
    belay_vec3 linear_before, angular_before; // velocities at the end of the interval before, or its mean ...
    belay_vec3 linear_damped, angular_damped; // ... and what damping took of them there: in the interval it was more
    belay_vec3 linear, angular;               // in the interval to come
    belay_vec3 linear_lead, angular_lead;     // what a body that is led is expected to go faster by
    belay_vec3 bend;                          // rad/s, (sin(p) / p - 1) w of one that cannot be moved
    double inverse_mass;
    belay_mat33 inverse_inertia;
} bl_joint_body;

// The world as body B.
bl_joint_body bl_joint_body_world(void);

typedef struct bl_joint_settings {
    double h;         // s
    double max_speed; // m/s and rad/s: a joint out of place is moved together no faster than this ...
    double slop;      // m and rad: ... but errors up to this one at once
    double recovery;  // share of the way beyond a limit that is taken back per step
    double margin;    // m: limits further away than this, beyond what the bodies may travel, are left out
    double twist;     // rad: coordinate 3 is the angle next to this one, of those that differ by whole turns
    double center;    // rad: likewise of the angle of anchor B about A's x axis, for gears
} bl_joint_settings;

// What the impulse of a constraint belongs to, so that it finds its successor in the next step.
enum {
    BL_JOINT_SLOT_LIMIT = 0,        // + coordinate: a scalar
    BL_JOINT_SLOT_DRIVE = 6,        // + coordinate: a scalar; motor or spring
    BL_JOINT_SLOT_TRANSLATION = 12, // along `linear`: its part of one vector in the world
    BL_JOINT_SLOT_ROTATION = 13,    // along `angular_a`: its part of one vector in the world
};

// What a constraint is. Locks and limits recover position, a limit with impulses of one sign; a motor that drives into
// a rigid limit is one with it, and its impulses are those of the other sign.
typedef enum bl_joint_kind {
    BL_JOINT_KIND_LOCK,
    BL_JOINT_KIND_LIMIT_BELOW, // pushes with r > 0
    BL_JOINT_KIND_LIMIT_ABOVE, // pushes with r < 0
    BL_JOINT_KIND_SPRING,      // soft limits and drag joints too
    BL_JOINT_KIND_MOTOR,
} bl_joint_kind;

// u = linear . (vA - vB) + angular_a . wA - angular_b . wB - beyond_b . vB; the law is that of solver/rows/joint_row.h.
typedef struct bl_joint_constraint {
    belay_vec3 linear, angular_a, angular_b, beyond_b;
    double target, lower, upper, softness;
    double before, chord, error; // of a locked coordinate: u-, s / h, and how far it is from where it is locked
    double lead;                 // of a locked coordinate: its velocity by leads and bends of the bodies
    double stored;               // J, of a spring: what it can give back at most in this interval
    double back;                 // of a limit: u of the pseudo-velocities that take back what is beyond it
    uint32_t slot;
    bl_joint_kind kind;
} bl_joint_constraint;

// Writes the constraints that the joint now has and returns their number, at most bl_joint_max_constraints. *cap bounds
// the norm of the impulse of all (a drag joint's three); HUGE_VAL for others.
uint32_t bl_joint_constraints(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                              const bl_joint_settings* settings, bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS],
                              double* cap);

// Of velocities u- of locked coordinates, the share that is reversed: as much as a chord can be; what is longer
// would come back in every second step for ever, and so would what is opposed to the chord: nothing of it is kept. From
// the squares of the sizes of all u- and of all chords (a chord that forces make longer or shorter within a step is
// taken to BL_JOINT_UNEVEN), from their product, and from r . u- with the impulses r that are expected. The work of
// a share s is r . u- (1 - s) / 2: where that would be more than nothing, all is reversed that can be a chord of
// uneven motion, up to BL_JOINT_MOST chords.
double bl_joint_share_kept(double before_squared, double chord_squared, double product, double work);

// Whether all six coordinates are locked: the two bodies move as one.
bool bl_joint_is_rigid(const bl_joint_data* joint);

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

// `twist` and `center` as in bl_joint_settings; bl_joint_measure is without the latter.
bl_joint_measures bl_joint_measure_turned(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                                          double twist, double center);
bl_joint_measures bl_joint_measure(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                                   double twist);

// Coordinate 3 for the placements of the bodies, which have moved for h seconds with the velocities before since it was
// `last`: the one of the angles that differ by whole turns that the motion leads to.
double bl_joint_count_twist(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b, double last,
                            double h);
// The one that the joint begins with: within the limits where there is one, else within half a turn.
double bl_joint_first_twist(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b);
// The angle of anchor B about A's x axis, counted likewise, of a joint that asks for it; else 0.
double bl_joint_count_center(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b, double last,
                             double h);
double bl_joint_first_center(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b);
// Whether a type couples two motions, and what it keeps (bl_joint_coupling_of) where the bodies stand.
bool bl_joint_is_coupling(belay_joint_type type);
double bl_joint_coupling_now(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b, double twist,
                             double center);
// By how much that is more where twist and angle are counted to be whole turns more; exactly 0 for none.
double bl_joint_coupling_of_turns(const bl_joint_data* joint, double twist_turns, double center_turns);
// By how much the speed of an axis changes by a unit impulse on it, 1/kg or 1/(kg m^2), while what the joint locks
// besides holds (a lock of the axis itself does not); 0: nothing moves.
double bl_joint_axis_response(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                              uint32_t axis);
// Whether coordinate 3 is counted: one of the joint's axes, or part of what it couples.
bool bl_joint_has_twist(belay_joint_type type);

#endif
