// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the contacts of a step leave to the next one. Written by step/publish/; waking looks at it, and snapshots keep
// it.

#ifndef BELAY_ENGINE_STORE_PARTS_CONTACTS_H
#define BELAY_ENGINE_STORE_PARTS_CONTACTS_H

#include "belay/base.h"
#include "belay/math.h"

// What one contact leaves to the next step.
typedef struct bl_warm_contact {
    uint64_t a, b; // collider ids; sorted by (a, b)
    uint32_t feature;
    uint32_t unused;
    double arc;
    belay_vec3 point;   // m, body frame of b: where it was, for contacts whose feature is new
    belay_vec3 impulse; // world frame, on a
} bl_warm_contact;

// A pair of colliders that touch, or of a sensor (a) and its visitor (b), which may be a rod.
typedef struct bl_touch {
    uint64_t a, b;            // ids; lists are sorted by them
    uint64_t body_a, body_b;  // of a rod: 0
    belay_vec3 point, normal; // the last known
} bl_touch;

// What one contact of a rod leaves to the next step. A rod's partner is another, itself, or a collider.
typedef struct bl_rod_warm {
    uint64_t a, b;      // ids of rod a and of rod or collider b; sorted by them, then by the arcs
    double s_a, s_b;    // m along the rods; s_b 0 on a collider
    belay_vec3 impulse; // N s, world frame, on a
    double force[3];    // N, along the normal, in the last three steps
    // Of two rods: how stiffly it keeps the segments from turning is t t^T, N m (step_rod_turning.c).
    belay_vec3 turning_a, turning_b;
} bl_rod_warm;

// A rod that touches a collider, another rod, or itself.
typedef struct bl_rod_touch {
    uint64_t a, b;   // ids of rod a and of rod or collider b; the list is sorted by them
    uint64_t body_b; // of a collider; else 0
    double s_a, s_b; // m, the last known
    belay_vec3 point, normal;
} bl_rod_touch;

// stb_ds arrays.
typedef struct bl_contact_memory {
    bl_warm_contact* warm;
    bl_touch* touching; // pairs that touch
    bl_touch* visits;   // sensors and their visitors
    bl_rod_warm* rod_warm;
    bl_rod_touch* rod_touching; // what touches rods
} bl_contact_memory;

#endif
