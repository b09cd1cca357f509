// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What one body (a tool) feels of the world, as plain data that outlives the step: its contacts, and how what lies
// behind them gives way. A haptic loop that runs faster than the steps solves the tool against it (Duriez et al. 2006).
//
// Contact i has a frame (normal, tangent1, tangent2), the normal pointing to the tool. With the tool's velocities at
// the origin of its body frame, x' = (v, w), and impulses r on the tool,
//     u = J x' - y',     y' = y'_free - C r,
// where y' is the velocity of the other side at the contacts, in their frames: y'_free without the tool's impulses but
// with everything else that acts, and C the effective Delassus operator of all that lies behind the tool. C counts the
// bodies and rods touched and, as far as they hold on to each other by contacts that stick or press, by joints or by
// attachments, those behind them. Gaps are those of the contact instant; at the next one, h later, they are gap + h
// u_N.
//
// Dynamic bodies that joints lock to the tool in all six directions (fixed joints, others whose free directions have
// rigid limits with min = max), straight or through others that are, are parts of it: their contacts and holds are the
// tool's, and what moves between the parts is left to the step.
//
// A rod that is attached to the tool is felt through holds: three rows that ask for offset + h u = 0, where the offset
// (gap, aside) is that of the place on the tool from the place on the rod, along the frame; in a turn, of the clamp's
// frame from the rod's segment, as a rotation vector. So is what a joint ties to the tool and leaves a direction free:
// a pendulum, a door, a cord. Its locked ways are one hold, its locked turns another, and rows of the directions that
// it leaves free yield by 1e9 m/N. Its rigid limits of ways are touches without friction, those of turns holds while
// they act. Springs, soft limits and motors, as far as they are not at what they give at most, are holds that
// yield as the joint does in a step; at their most they are in the load.

#ifndef BELAY_LOCAL_MODEL_H
#define BELAY_LOCAL_MODEL_H

#include "belay/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// The most contacts in a model, and their rows.
#define BELAY_LOCAL_MODEL_CONTACTS 16
#define BELAY_LOCAL_MODEL_ROWS (3 * BELAY_LOCAL_MODEL_CONTACTS) // normal, tangent 1, tangent 2 of each

// The frame of a surface that is touched: textures and marks on it stand still in it. Of a collider it is its shape's
// (belay_collider_def.pose on the body); of a rod it is at the contact's place on the axis, its x along the rod, y and
// z along d1 and d2, and what lies there has x = arc.
typedef struct belay_local_surface {
    belay_pose pose;            // world, at the contact instant; all zeros: not told, the world's own frame
    belay_vec3 linear, angular; // m/s, rad/s: of the frame's origin after the step
    double x;                   // m, what the origin itself has for x: of a rod the arc, else 0
} belay_local_surface;

// What a contact of the model asks.
typedef enum belay_local_law {
    BELAY_LOCAL_UNILATERAL, // Signorini-Coulomb
    BELAY_LOCAL_BILATERAL,  // a place; impulses in any direction
    BELAY_LOCAL_ROTATION    // a direction and twist: J has no translations, impulses are N m s and offsets rad
} belay_local_law;

// World frame. Vectors of three in the contact's frame, normal first.
typedef struct belay_local_contact {
    belay_vec3 normal, tangent1, tangent2; // orthonormal, right-handed
    belay_vec3 point;                      // m, on the tool's surface, at the contact instant
    double gap;                            // m, < 0 when overlapping; of a hold the offset along the normal
    double aside[2];                       // m, of a hold the offset along the tangents; of a touch 0. A joint's: 0
    double friction;                       // mu of the pair
    double jacobian[3][6];                 // J
    double free_velocity[3];               // m/s, y'_free
    double impulse[3];                     // N s, on the tool, of the last step
    uint64_t tool_collider, other;         // handles' values: of the two colliders, that of the tool also of a part of
                                           // it; other may be a rod; of what a joint does both are the joint's, and a
                                           // rod's hold has no tool_collider
    double arc;                            // m, arc length along a tube or rod, else 0
    double max_force;                      // N (N m), of a hold; HUGE_VAL: it never gives way
    double yield[3];                       // m/N (rad/(N m)), of a hold: how a clamp itself gives way, besides C
    belay_local_surface surface;           // of the other side of a touch; of a hold zeros
    uint32_t feature;                      // the same while the same features touch
    uint32_t law;                          // belay_local_law
} belay_local_contact;

// A tool and what it touches, in one step. Plain data without pointers, to be copied by memcpy.
typedef struct belay_local_model {
    uint64_t step;       // number of the step
    uint64_t body;       // handle's value: the tool
    double step_seconds; // s, h
    double theta;        // of the time stepping: the contact instant lies theta h before the end of the step
    belay_pose pose;     // of the tool's body frame at the contact instant
    // m/s, rad/s, world: of the tool after the step, at the origin of its body frame.
    belay_vec3 linear_velocity, angular_velocity;
    // N, N m about that origin, world frame: what else acted on the tool and its parts in the step, in the mean. Their
    // weight, applied forces and torques, and what joints with what is no part do that is not among the contacts (where
    // these are full: all); but not what kinematic bodies without colliders do to the body itself, as hands that lead
    // it.
    belay_vec3 load, load_torque;
    // The parts without the body itself, world frame. Zeros: nothing is locked to it.
    double held_mass;         // kg
    belay_vec3 held_center;   // m, of mass, from that origin
    belay_mat33 held_inertia; // kg m^2, about that origin
    int32_t held_bodies;      // at most 31
    int32_t unused;           // 0
    int32_t count;            // contacts; holds come first, of rods, then of joints
    int32_t left_out;         // contacts beyond the capacity: those with the widest gaps
    belay_local_contact contacts[BELAY_LOCAL_MODEL_CONTACTS]; // the first `count` of them
    // C, 1/kg: row 3 i + a, column 3 j + b. Symmetric, no negative eigenvalues; zero for what cannot be moved.
    double compliance[BELAY_LOCAL_MODEL_ROWS][BELAY_LOCAL_MODEL_ROWS];
} belay_local_model;

// The local model of a body after the last step: what holds rods to it, and every place within the world's contact
// margin, touching or not. Everything that is not in use is zero, so equal worlds give equal bytes. To be asked for
// right after a step, before anything is created, destroyed or attached, or a rod's rest shape is set. What is behind
// the tool is looked at up to a bounded amount (the nearest, by contacts, joints and attachments between: at most 32
// bodies and rods, held by at most 72 rows; of a rod's own contacts the eight nearest along it); those beyond count as
// held. A rod gives way as linearised in the last step, so C holds for steps of that length. Cost: detection for the
// tool's pairs, a solution with each rod's factors, and the factorisation of at most 72 rows: 2 us for a box on the
// floor, 15 on a tower of five, 30 on one of twenty; in the mean, on one core. Errors: HANDLE, COMPONENT, VALUE (null),
// STATE (no step yet, or something was created, destroyed, attached or restored since), MEMORY.
belay_result belay_world_get_local_model(belay_world* world, belay_body_id body, belay_local_model* model);

// Wakes the rods in a model, and keeps them awake for another belay_world_def.sleep_seconds. A rod that sleeps has not
// been linearised and is rigid in a model, until something presses on it in a step; so for a tool that a hand leads,
// call this after each model (belay_haptic_loop_publish does). What is gone since is passed over. Cost: next to none.
// Errors: HANDLE, VALUE (null, count out of range), BUSY.
belay_result belay_local_model_wake_rods(belay_world* world, const belay_local_model* model);

#ifdef __cplusplus
}
#endif

#endif
