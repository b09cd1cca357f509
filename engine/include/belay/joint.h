// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints between two bodies, solved together with the contacts: a direction that a joint locks is a constraint with the
// inverse of the joint's full block, never a stiff spring. Springs are there where a spring is meant, and are implicit.
//
// A joint has a frame on each of its bodies. The relative placement is that of frame B seen from frame A; an anchor is
// the origin of a frame. For hinge, slider, cone-twist and 6-dof the *x* axis of frame A is the main axis.

#ifndef BELAY_JOINT_H
#define BELAY_JOINT_H

#include "belay/body.h"

#ifdef __cplusplus
extern "C" {
#endif

// The kinds of joints: what each holds together.
typedef enum belay_joint_type {
    BELAY_JOINT_BALL,       // anchors meet
    BELAY_JOINT_HINGE,      // anchors meet, x axes parallel; free: the angle about x
    BELAY_JOINT_SLIDER,     // no rotation, anchor B on the x axis of A; free: the way along x
    BELAY_JOINT_FIXED,      // frames coincide
    BELAY_JOINT_DISTANCE,   // the anchors' distance stays within [min, max], or is pulled by a spring
    BELAY_JOINT_CONE_TWIST, // anchors meet; the x axes stay within a cone, the twist about x within limits
    BELAY_JOINT_SIX_DOF,    // each of x, y, z and of the turns about them: free, limited or locked
    BELAY_JOINT_DRAG,       // pulls a point of body A to a target with a spring of capped force: a hand, a mouse
    BELAY_JOINT_GEAR,       // two wheels with parallel x axes turn in a ratio; other joints hold them where they are
    BELAY_JOINT_RACK,       // B, the pinion, rolls along the y axis of A, the rack; other joints hold them
    BELAY_JOINT_SCREW,      // x axes coincide; B goes along as it turns, a pitch for each turn
    BELAY_JOINT_PULLEY,     // a rope from A over two wheels in the world to B
    BELAY_JOINT_TYPE_COUNT
} belay_joint_type;

// The name of a type, for messages and tables; never null. Any thread.
const char* belay_joint_type_name(belay_joint_type type);

// A limit of one free direction; m or rad.
typedef struct belay_joint_limit {
    bool is_enabled; // default false
    // min <= max; equal: locked. Ways may be infinite; distances >= 0. A twist counts turns: within -6e4 and 6e4 rad;
    // swings within -pi and pi.
    double min, max;
    double stiffness; // 0 (default): rigid. Else N/m or N m/rad beyond the limit
    double damping;   // N s/m or N m s/rad, beyond a soft limit
} belay_joint_limit;

// Drives one free direction to a speed, as hard as it may.
typedef struct belay_joint_motor {
    bool is_enabled;  // default false; not beside a spring
    double speed;     // m/s or rad/s of B against A
    double max_force; // N or N m, >= 0, default 0; HUGE_VAL: no cap. With 0 it drives nothing, which is warned of
} belay_joint_motor;

// Pulls one free direction to a target, implicitly: stable at any stiffness and step.
typedef struct belay_joint_spring {
    bool is_enabled;  // default false; not beside a motor
    double target;    // m or rad, as a limit's
    double stiffness; // N/m or N m/rad, >= 0
    double damping;   // N s/m or N m s/rad, >= 0
    double max_force; // N or N m, > 0; HUGE_VAL: no cap
} belay_joint_spring;

// One direction of freedom of a joint.
typedef struct belay_joint_axis {
    belay_joint_limit limit;   // how far it goes
    belay_joint_motor motor;   // what drives it
    belay_joint_spring spring; // what pulls it
} belay_joint_axis;

// What a joint is made of. belay_joint_def_default gives the values named here.
typedef struct belay_joint_def {
    belay_joint_type type; // the kind; cannot be changed
    // At least one dynamic; body_b may be null: the world. A drag joint has body_a alone, a pulley both.
    belay_body_id body_a, body_b;
    belay_pose frame_a, frame_b; // on the bodies, body frame; body_b null: frame_b stands in the world
    bool collides;               // whether colliders of the two bodies touch each other; default false
    double break_force;          // N, > 0: breaks in the step in which it carries more; HUGE_VAL: never
    double break_torque;         // N m, > 0, likewise
    // The free directions: hinge: axis[0] (angle about x); slider: axis[0] (way along x); distance: axis[0] (the limit
    // holds min and max; with nothing enabled, both are the distance at creation); cone-twist: axis[0] (twist) and
    // `cone_angle`; 6-dof: 0-2 ways along x, y, z of frame A, 3 twist about x, 4 and 5 swing about y and z
    // (docs/joints.md). Others: unused, and not looked at.
    belay_joint_axis axis[6];
    double cone_angle; // rad, half the opening, 0 to pi (pi: free); cone-twist
    // Drag: where anchor A (the origin of frame_a on body_a) is pulled to, and how.
    belay_vec3 target;     // m, world
    double drag_frequency; // Hz, > 0, of the spring on body A's mass; default 5
    double drag_damping;   // ratio, >= 0; default 1
    double drag_max_force; // N, > 0: never pulls harder, whatever happens; default HUGE_VAL
    // Couplings (docs/joints.md), 1e-6 to 1e6 in size, default 1. Gear: turns of B for each of A, as who stands on the
    // line of the centres sees them; negative where teeth are outside of both. Rack: m, radius of the pinion's pitch
    // circle, positive where its centre is on the rack's side of positive z. Screw: m, the pitch: B goes on by it when
    // it turns once about x; negative: left-handed. Pulley (> 0): how much of the rope on B's side one of A's is worth.
    double ratio;
    // Where a gear (rad), rack or screw (m) stands in its count; default HUGE_VAL: as it is when made. The definition
    // that belay_joint_get_def tells has the number that fits a joint which is made of it where the bodies then stand.
    double offset;
    belay_vec3 ground_a, ground_b; // m, world, of a pulley: where the rope leaves its wheels. It is tied to the bodies
                                   // at the origins of the frames; axis[0] is its length, a + ratio b: with nothing
                                   // enabled both limits are that at creation, limit.max alone makes a rope that may
                                   // be slack
} belay_joint_def;

// A joint of that type: world as body B, frames at the origins, no limits, motors, springs; never breaks; all 6-dof
// axes free.
belay_joint_def belay_joint_def_default(belay_joint_type type);

// The same, with both frames set so that anchors meet at `anchor` and x axes point along `axis` (world; need not be
// unit; ball, drag: unused) in the bodies' present placements. One body may be null, the world: body_a too (but not of
// a six-dof joint, a gear or a rack), and then the definition has the world as body B all the same, with the axes
// reversed, so that angle and way are those of the body seen from the world. Errors as of belay_joint_create.
belay_result belay_joint_def_at(belay_world* world, belay_joint_type type, belay_body_id body_a, belay_body_id body_b,
                                belay_vec3 anchor, belay_vec3 axis, belay_joint_def* def);

// A gear of wheels a and b with the ratio (belay_joint_def) about the axis through each centre (m, world; axis not
// zero, need not be unit). b may be null: a wheel that stands in the world; a must be a body. Errors: VALUE (null; a
// number out of range), HANDLE, COMPONENT; and what belay_joint_create refuses is refused there.
belay_result belay_joint_def_gear(belay_world* world, belay_body_id a, belay_body_id b, belay_vec3 center_a,
                                  belay_vec3 center_b, belay_vec3 axis, double ratio, belay_joint_def* def);
// A pinion of that radius (m, 1e-6 to 1e6) with its centre (m, world) on its axis, which rolls along `direction` on the
// rack. The rack must be a body (static: a rack that stands); the pinion may be null, which then stands in the world
// while the rack goes. Its frames are such that the rack is where axis x direction points away from. Neither need be
// unit, and they must not be parallel. Errors as of belay_joint_def_gear.
belay_result belay_joint_def_rack(belay_world* world, belay_body_id rack, belay_body_id pinion, belay_vec3 center,
                                  belay_vec3 axis, belay_vec3 direction, double radius, belay_joint_def* def);
// A pulley from a point of body a (m, world) to ground_a, ground_b and a point of body b; both must be bodies. Errors
// as of belay_joint_def_gear.
belay_result belay_joint_def_pulley(belay_world* world, belay_body_id a, belay_body_id b, belay_vec3 point_a,
                                    belay_vec3 ground_a, belay_vec3 ground_b, belay_vec3 point_b, double ratio,
                                    belay_joint_def* def);

// A spring for a free direction that would make its two bodies, as they stand and with what this joint locks besides,
// swing with `frequency` (Hz, > 0) and that damping ratio (>= 0; 1: no overshoot) if nothing else held them: a motor to
// a position, which is stable at any frequency and step. Writes stiffness and damping and enables it; target and
// max_force stay. Errors: HANDLE, COMPONENT, VALUE (null; axis or number out of range), STATE (nothing can move along
// that axis).
belay_result belay_joint_tune_spring(const belay_world* world, belay_joint_id joint, int axis, double frequency,
                                     double damping_ratio, belay_joint_spring* spring);

// Makes a joint. A joint that starts out of place is moved together with at most the world's overlap_max_speed. Errors:
// VALUE (a number out of range, both bodies the same, a motor and a spring on one axis), HANDLE, COMPONENT, STATE
// (neither body is dynamic; an iterator is open), CAPACITY, MEMORY. A joint dies with either body.
belay_result belay_joint_create(belay_world* world, const belay_joint_def* def, belay_joint_id* id);
// Unmakes a joint, and wakes the bodies. Errors: HANDLE, COMPONENT, STATE (an iterator is open).
belay_result belay_joint_destroy(belay_world* world, belay_joint_id joint);

// The definition as it stands: made again of it, the joint goes on where it was, but for its count of turns (position
// of belay_joint_state). Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_joint_get_def(const belay_world* world, belay_joint_id joint, belay_joint_def* def);
// Changes limit, motor and spring of one free direction (0 to 5, one that the type has). Wakes the bodies, unless all
// is as it was. Errors: HANDLE, COMPONENT, VALUE.
belay_result belay_joint_set_axis(belay_world* world, belay_joint_id joint, int axis, const belay_joint_axis* value);
// Moves the target of a drag joint (m, world). Errors: HANDLE, COMPONENT (not a drag joint), VALUE.
belay_result belay_joint_set_target(belay_world* world, belay_joint_id joint, belay_vec3 target);

// What a joint does and where it stands after the last step.
typedef struct belay_joint_state {
    belay_vec3 force;   // N, on body A at anchor A, mean over the step, world frame
    belay_vec3 torque;  // N m, on body A, likewise
    double position[6]; // m and rad of each free direction, by its number; cone-twist: 1 is the size of the swing. The
                        // twist counts turns, from within its limits or half a turn when the joint was made
    double speed[6];    // m/s and rad/s
    double error;       // m, how far locked ways are apart at the contact instant to come; drag: way to the target
    double angular_error; // rad, the same of locked turns
} belay_joint_state;

// Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_joint_get_state(const belay_world* world, belay_joint_id joint, belay_joint_state* state);

#ifdef __cplusplus
}
#endif

#endif
