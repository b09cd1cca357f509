// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Elastic rods: ropes, cables, threads, hair, springs. A rod bends, twists and (most models) stretches; it touches
// itself, other rods and every collider with exact Coulomb friction, in the same problem as the rigid bodies.
//
// A place on a rod is given by s, its distance along the unstretched rod from node 0, in m. The material frame at a
// place has d3 along the rod, towards greater s, and d1, d2 along the axes of the section: columns x, y, z of a
// rotation.

#ifndef BELAY_ROD_H
#define BELAY_ROD_H

#include "belay/body.h"
#include "belay/collider.h"
#include "belay/rod_model.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a rod is made of. belay_rod_def_default gives the values named here.
typedef struct belay_rod_def {
    belay_rod_model model; // default nodal
    int element_count;     // 2 to 4096 (super-helix: to 256), default 20

    // The centreline at the start, world frame. Either the points ...
    const belay_vec3* nodes; // element_count + 1 points, default null; must stay good until the rod is created
    // ... or, with `nodes` null, a straight rod:
    belay_vec3 start;     // m, node 0
    belay_vec3 direction; // towards the last node, any length > 0; default x
    double length;        // m, > 0, default 1

    // The shape without forces. Elements are then as long as they are at the start, but with rest_nodes as these say.
    const belay_vec3* rest_nodes; // element_count + 1 points anywhere in space; default null: straight
    const double* twist;      // rad, of each element: turn of d1 against the frame without twist; default null: none
    const double* rest_twist; // rad, the same at rest; default null: none
    belay_vec3 d1;            // where d1 of the first element points, as far as it is across; default z

    // The section and what it is made of.
    double radius;        // m, > 0, default 0.005: half axis along d1
    double radius_b;      // m, >= 0: half axis along d2; default 0: round
    double density;       // kg/m^3, > 0, default 1000
    double young_modulus; // Pa, > 0, default 1e7
    double shear_modulus; // Pa, > 0; default 0: young_modulus / 2.6 (Poisson's ratio 0.3)
    // Given directly, each when > 0, in place of what section and moduli give. However given, VALUE below 1e-15 kg/m,
    // 1e-12 N, 1e-24 N m^2 and a radius of 1e-9 m, above 1e18, and where stretch would run along the rod faster than
    // 1e7 m/s. Elements shorter than the radius are accepted with a warning to the logger.
    double line_mass;         // kg/m
    double stretch_stiffness; // N: E A
    double bend_stiffness[2]; // N m^2: against curvature about d1, about d2
    double twist_stiffness;   // N m^2: G J
    double contact_radius;    // m

    double damping_time;  // s, >= 0, default 0: internal friction, as if each stiffness k had a damper k damping_time
    double drag;          // 1/s, >= 0, default 0: force - drag m v, as in a fluid
    double theta;         // 0.5 (no numerical damping) to 1 (backward Euler: none faster than the step survives),
                          // default 1; turning loses little of its energy with any (rods.md)
    double gravity_scale; // finite, default 1

    belay_material material; // default belay_material_default
    belay_filter filter;     // default belay_filter_default: touches everything
    bool touches_itself;     // default true
    bool is_kept_awake;      // never falls asleep; default false
    bool starts_asleep;      // stands still until something touches or moves it; default false
    bool has_persist_events; // report BELAY_CONTACT_PERSIST too (events.h); default false
    double self_exclusion;   // m, >= 0: places closer than this along the rod do not touch each other; default 0: six
                             // contact radii, and no less than an element
} belay_rod_def;

// A straight rubber cord of 1 m along x, with the values above.
belay_rod_def belay_rod_def_default(void);

// Makes a rod, at rest, with free ends. Errors: VALUE (a number out of range or not finite; the message names it),
// SHAPE (two neighbouring nodes equal, a fold of 180 degrees, strands of the start shape deeper in each other than a
// radius), STATE (an iterator is open), CAPACITY, MEMORY.
belay_result belay_rod_create(belay_world* world, const belay_rod_def* def, belay_rod_id* id);
// Unmakes a rod, with its attachments. Errors: HANDLE, COMPONENT, STATE (an iterator is open).
belay_result belay_rod_destroy(belay_world* world, belay_rod_id rod);

// Errors of all below: HANDLE for a null, stale or foreign handle; COMPONENT when the entity is not a rod; VALUE for a
// number that is not finite or out of range, or a null pointer for an answer.

// What a rod is, as it was made or has been cut and joined since.
typedef struct belay_rod_info {
    belay_rod_model model; // how it is described
    int element_count;     // of the model
    int node_count;        // of the polyline that the rod is towards contact and belay_rod_get_nodes: of a nodal rod
                           // element_count + 1, of a super-helix more
    double length;         // m, unstretched
    double contact_radius; // m
    double line_mass;      // kg/m
    double stretch_stiffness, bend_stiffness[2], twist_stiffness; // N, N m^2
} belay_rod_info;

// What the rod is made of.
belay_result belay_rod_get_info(const belay_world* world, belay_rod_id rod, belay_rod_info* info);

// Points of the centreline and their velocities (m, m/s; either may be null), at most `capacity`; *count (may be null)
// is how many there are. Cost O(elements).
belay_result belay_rod_get_nodes(const belay_world* world, belay_rod_id rod, belay_vec3* positions,
                                 belay_vec3* velocities, int capacity, int* count);
// The material frames of the segments between nodes; node_count - 1 of them.
belay_result belay_rod_get_frames(const belay_world* world, belay_rod_id rod, belay_quat* frames, int capacity,
                                  int* count);
// Tension of each element, N (> 0: pulled); element_count of them. Of a super-helix, which cannot stretch, from the
// balance of what hangs on it.
belay_result belay_rod_get_tensions(const belay_world* world, belay_rod_id rod, double* tensions, int capacity,
                                    int* count);
// Bending moments about d1, d2 and twisting moment about d3 (x, y, z), N m, at the element_count + 1 vertices; zero at
// free ends.
belay_result belay_rod_get_moments(const belay_world* world, belay_rod_id rod, belay_vec3* moments, int capacity,
                                   int* count);

// What a rod has, J.
typedef struct belay_rod_energies {
    double kinetic, stretch, bend, twist; // J
    double potential;                     // J, of gravity, zero at the origin
} belay_rod_energies;

// The rod's energies now. Of a nodal rod the tensions above are as they are at the next contact instant (half a step
// ahead with the world's default theta), where the step's forces are taken, and elastic energies those that go with its
// velocities, of the instants between which these lead (rods.md): set velocities change them. `stretch` has also the
// reserve of what turns under tension: at most a quarter of the tension, times the length, times the square of the
// angle (rad) by which it turns in a step.
belay_result belay_rod_get_energies(const belay_world* world, belay_rod_id rod, belay_rod_energies* energies);

// Sets the velocities of the nodes, m/s, and stops the spin. COMPONENT for a super-helix, whose nodes cannot move each
// in its own way.
belay_result belay_rod_set_velocities(belay_world* world, belay_rod_id rod, const belay_vec3* velocities, int count);
// Adds a force (N, world frame) at s, for the next step.
belay_result belay_rod_apply_force(belay_world* world, belay_rod_id rod, double s, belay_vec3 force);
// Internal friction and drag, ranges as in belay_rod_def.
belay_result belay_rod_set_damping(belay_world* world, belay_rod_id rod, double damping_time, double drag);
// What the surface is made of. Rods and what they touch combine as two colliders do (material.h).
belay_result belay_rod_set_material(belay_world* world, belay_rod_id rod, belay_material material);
// Gives a rod and a collider, or two rods, a material of their own in place of that combination, as
// belay_pair_set_material does for colliders; of a rod with itself its own is all. When a rod is cut both parts have it.
// Errors also: MEMORY; VALUE (rods: both the same).
belay_result belay_rod_set_pair_material(belay_world* world, belay_rod_id rod, belay_collider_id collider,
                                         belay_material material);
belay_result belay_rods_set_pair_material(belay_world* world, belay_rod_id a, belay_rod_id b, belay_material material);
// Takes it away again, if there is one. Errors also: VALUE (rods: both the same).
belay_result belay_rod_clear_pair_material(belay_world* world, belay_rod_id rod, belay_collider_id collider);
belay_result belay_rods_clear_pair_material(belay_world* world, belay_rod_id a, belay_rod_id b);
// Whom it touches from the next step on.
belay_result belay_rod_set_filter(belay_world* world, belay_rod_id rod, belay_filter filter);
// The filter.
belay_result belay_rod_get_filter(const belay_world* world, belay_rod_id rod, belay_filter* filter);

// Whether the rod takes part: false while it sleeps. It falls asleep with all that it touches and hangs on, once none
// of their points has been faster than sleep_speed for sleep_seconds (belay_world_def), and then costs next to nothing
// and stays as it is to the last bit, until something presses on it, what holds it moves, or one of the calls above or
// below changes it.
belay_result belay_rod_get_is_awake(const belay_world* world, belay_rod_id rod, bool* is_awake);
// Wakes the rod and what it touches, or puts it alone to sleep: its velocities become zero, and forces that
// wait for the next step are dropped.
belay_result belay_rod_set_awake(belay_world* world, belay_rod_id rod, bool is_awake);

// Sets the rest shape so that the rod as it lies, held as it is, is in equilibrium under the world's gravity (sag-free
// set-up; bertails2017, sec. 4.2), and stops it. *lowest (may be null): the lowest eigenvalue of the stiffness relative
// to that without gravity; below 0 the equilibrium is an unstable one, and the rod will fall out of it. Errors beside:
// STATE (the model cannot, or not as the rod is held), VALUE (the result would not be finite), MEMORY.
belay_result belay_rod_make_sag_free(belay_world* world, belay_rod_id rod, double* lowest);

// ---------------------------------------------------------------------------------------------------------------------
// Holding a rod
// ---------------------------------------------------------------------------------------------------------------------

// How a place of a rod is held.
typedef enum belay_rod_attachment_type {
    BELAY_ROD_PIN,   // the place is held
    BELAY_ROD_CLAMP, // the place, and elastically the direction and twist with which the rod leaves it
    BELAY_ROD_GRIP,  // the place is pulled with a force that is capped: a hand, a mouse
    BELAY_ROD_ATTACHMENT_TYPE_COUNT
} belay_rod_attachment_type;

// How to hold a place of a rod.
typedef struct belay_rod_attachment_def {
    belay_rod_attachment_type type; // default pin
    double s;                       // m, 0 to the rod's length
    belay_body_id body;             // held by this body; null: by the world
    belay_pose frame;  // on the body, or in the world: position is where the place is held; a clamp's rotation is the
                       // material frame there
    double max_force;  // N, > 0, grip; default HUGE_VAL
    bool is_oriented;  // grip: turns the rod to the frame too, with at most max_torque
    double max_torque; // N m, > 0, grip
} belay_rod_attachment_def;

// A pin of the end at s = 0 to the world's origin.
belay_rod_attachment_def belay_rod_attachment_def_default(void);

// The same with the frame where the rod is now, for its place `s` and body (null: the world).
belay_result belay_rod_attachment_def_at(belay_world* world, belay_rod_id rod, belay_rod_attachment_type type, double s,
                                         belay_body_id body, belay_rod_attachment_def* def);

#define BELAY_ROD_MAX_ATTACHMENTS 32 // of one rod

// Holds a place of a rod. Round that place the rod does not touch the body that holds it: what lies with its axis in
// the body there, and beyond that what is within the rod's self_exclusion; farther along it does. *attachment, if not
// null, is its number among those of the rod. A place that is out of reach is drawn in at most at the world's
// overlap_max_speed. When the body goes, the rod is free there. Errors: VALUE, HANDLE (rod or body), COMPONENT, STATE
// (an iterator is open; a pin or clamp holds that place already), CAPACITY.
belay_result belay_rod_attach(belay_world* world, belay_rod_id rod, const belay_rod_attachment_def* def,
                              int* attachment);
// Lets go. VALUE: there is no such attachment.
belay_result belay_rod_detach(belay_world* world, belay_rod_id rod, int attachment);
// Moves the frame (of the world, or on its body), evenly through the next step. VALUE, also: no such attachment.
belay_result belay_rod_move_attachment(belay_world* world, belay_rod_id rod, int attachment, belay_pose frame);

// How an attachment does.
typedef struct belay_rod_attachment_state {
    bool is_held;      // false: free, also because its body is gone; then all else is zero
    belay_vec3 force;  // N, on the rod, mean over the last step
    belay_vec3 torque; // N m, likewise, at the place
    double error;      // m, from the place to where it is to be
} belay_rod_attachment_state;

// What an attachment does. VALUE: the number is out of range.
belay_result belay_rod_get_attachment(const belay_world* world, belay_rod_id rod, int attachment,
                                      belay_rod_attachment_state* state);

// ---------------------------------------------------------------------------------------------------------------------
// Cutting and joining
// ---------------------------------------------------------------------------------------------------------------------

// Cuts a rod at the node nearest to s (of a super-helix: the nearest place where two elements meet; of two equally near
// the lower). `rod` keeps what is between node 0 and there and its components; *tail (may be null) is a new rod, the
// rest of it with s counted from the cut: of the same material, filter, section, damping, model. Places, velocities,
// frames, lengths, curvature and twist at rest stay as they are to the last bit, and momentum with them (of a
// super-helix' tail to rounding: its node 0 moves as it did). Bending and twist at the cut are gone. A force that was
// applied there is shared. Attachments keep their numbers: those at the cut and behind it are the tail's now, as
// belay_rod_get_attachment(world, *tail, number, ...) tells. Impulses that wait for the next step go with their places.
// Of the pairs that touch, the head's go on or end in the next step, and the tail's begin. What lies within the
// self_exclusion of each other along the rod that was does not touch until it has been apart. Both parts, what the rod
// touched and what it hangs on are awake. Contacts and events of the last step still speak of the whole rod. May
// allocate, and so may the first steps afterwards. Cost O(elements + contacts of rods). Errors: VALUE (s is not between
// 0 and the length, or a part would have fewer than 2 elements), STATE (an iterator is open), CAPACITY, MEMORY.
belay_result belay_rod_cut(belay_world* world, belay_rod_id rod, double s, belay_rod_id* tail);

// The rest shape where two rods are joined.
typedef enum belay_rod_joint {
    BELAY_ROD_JOINT_STRAIGHT,   // straight and, by the nearer way, untwisted: the joint bends back as the rod does
    BELAY_ROD_JOINT_AS_IT_LIES, // as it is when they are joined: no moment comes of joining
    BELAY_ROD_JOINT_COUNT
} belay_rod_joint;

// Makes one rod of two: the node at an end (0: s = 0; 1: s = length) of `rod_a` and that of `rod_b` become one, at
// their mean weighted by mass, with the mean of their velocities: momentum is kept, and of angular momentum all but
//     m (x_a - x_b) x (v_a - v_b)
// of the two nodes, m their reduced mass. The rod is `rod_a`, with its components, filter, flags and self_exclusion;
// `rod_b` is destroyed. The order of nodes is A's: joined at A's end 1 they are A's, then B's; at its end 0 B's, then
// A's, and s on A grows by B's length. Where both ends are of the same kind B is turned round, which rounds nothing:
// its frames, and those of its attachments, turn about their d1 by half a turn. B's attachments become A's and keep
// their numbers where A has none; `numbers` (null, or BELAY_ROD_MAX_ATTACHMENTS of them) tells of each of B's which it
// is now, -1: there was none.
//
// Cut and joined at once, STRAIGHT, a rod that is straight at rest there is what it was to the last bit, unless one
// node held more than half a turn of twist. Super-helices have no node that could be bent or stretched: they are moved
// until the ends meet, the lighter one farther, and the elements beside the joint take up what their frames are turned
// by against each other (that is what STRAIGHT bends back); velocities are the nearest to those of the two, so that
// momenta are kept and energy does not grow; cut and joined at once they are what they were to rounding.
//
// Impulses that wait for the next step go with their places; pairs of B end in the next step (is_destroyed), A's go on.
// The rod, what both touched and what they hang on are awake. What lies between the two ends is not looked at, and
// elements there are stretched to the joint: bring the ends near each other first. May allocate, and so may the first
// steps afterwards. Cost O(elements + contacts of rods), of a super-helix that of a step.
//
// Errors: VALUE (an end or the joint is no such), SHAPE (a fold of 180 degrees at the joint; super-helices: frames
// turned by more than 1 rad), CAPACITY (elements, attachments), MEMORY, STATE: an iterator is open; both are the same
// rod (there are no rings); model, section, stiffnesses, damping, theta, gravity_scale or material differ; the ends are
// farther apart than the shorter of the two elements there is long (super-helices: a third of it, a segment); pins or
// clamps hold both.
belay_result belay_rod_join(belay_world* world, belay_rod_id rod_a, int end_a, belay_rod_id rod_b, int end_b,
                            belay_rod_joint joint, int* numbers);

// ---------------------------------------------------------------------------------------------------------------------
// Contacts of rods
// ---------------------------------------------------------------------------------------------------------------------

// One place where a rod touched something in the last step, or nearly did.
typedef struct belay_rod_contact {
    belay_rod_id rod_a, rod_b;             // rod_b: null when the partner is a collider; the same for one with itself
    belay_collider_id collider_b;          // null when the partner is a rod
    belay_body_id body_b;                  // of the collider; null when the partner is a rod
    double s_a, s_b;                       // m along the rods
    belay_vec3 point;                      // m, halfway between the surfaces
    belay_vec3 normal, tangent1, tangent2; // unit, right-handed; the normal points from B to A
    double gap;                            // m, before the step; < 0: overlap
    double friction, restitution;          // mu and e of the pair
    double impulse[3];                     // N s on A, in (normal, tangent1, tangent2)
    double velocity[3];                    // m/s of A's surface against B's after the step, likewise
} belay_rod_contact;

// Contacts of the last step, *count of them; good until the next step. Null for a null world.
const belay_rod_contact* belay_world_get_rod_contacts(const belay_world* world, int32_t* count);

#ifdef __cplusplus
}
#endif

#endif
