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
// bodies touched and, as far as they hold on to each other by contacts that stick or press or by joints, those behind
// them. Gaps are those of the contact instant; at the next one, h later, they are gap + h u_N.

#ifndef BELAY_LOCAL_MODEL_H
#define BELAY_LOCAL_MODEL_H

#include "belay/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BELAY_LOCAL_MODEL_CONTACTS 16
#define BELAY_LOCAL_MODEL_ROWS (3 * BELAY_LOCAL_MODEL_CONTACTS)

// World frame. Vectors of three in the contact's frame, normal first.
typedef struct belay_local_contact {
    belay_vec3 normal, tangent1, tangent2; // orthonormal, right-handed
    belay_vec3 point;                      // m, on the tool's surface, at the contact instant
    double gap;                            // m, < 0 when overlapping
    double friction;                       // mu of the pair
    double jacobian[3][6];                 // J
    double free_velocity[3];               // m/s, y'_free
    double impulse[3];                     // N s, on the tool, of the last step
    uint64_t tool_collider, other;         // handles' values: of the two colliders
    double arc;                            // m, place along a tube, else 0
    uint32_t feature;                      // the same while the same features touch
    uint32_t unused;
} belay_local_contact;

typedef struct belay_local_model {
    uint64_t step;       // number of the step
    uint64_t body;       // handle's value: the tool
    double step_seconds; // h
    double theta;        // of the time stepping: the contact instant lies theta h before the end of the step
    belay_pose pose;     // of the tool's body frame at the contact instant
    belay_vec3 linear_velocity, angular_velocity; // of the tool after the step, at the origin of its body frame
    int32_t count;                                // contacts
    int32_t left_out;                             // contacts beyond the capacity: those with the widest gaps
    belay_local_contact contacts[BELAY_LOCAL_MODEL_CONTACTS];
    // C, 1/kg: row 3 i + a, column 3 j + b. Symmetric, no negative eigenvalues; zero for what cannot be moved.
    double compliance[BELAY_LOCAL_MODEL_ROWS][BELAY_LOCAL_MODEL_ROWS];
} belay_local_model;

// The local model of a body after the last step: every place within the world's contact margin, touching or not.
// Everything that is not in use is zero, so equal worlds give equal bytes. To be asked for right after a step, before
// anything is created or destroyed. Bodies behind the tool are looked at up to a bounded number (the nearest, by
// contacts and joints between: at most 32, held by at most 72 rows); those beyond count as held. Joints of the tool
// itself are left out. Cost: detection for the tool's pairs, and a dense factorisation of at most 72 rows (0.1 ms).
// Errors: HANDLE, COMPONENT, VALUE (null), STATE (no step yet, or something was created, destroyed or restored since).
belay_result belay_world_get_local_model(belay_world* world, belay_body_id body, belay_local_model* model);

#ifdef __cplusplus
}
#endif

#endif
