// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the contacts of a step leave to the next one. Written by step/publish/; waking looks at it, and snapshots keep
// it.
//
// What lies between things that both sleep or stand still waits until one of them is woken, moved, changed or
// destroyed. So that it costs nothing meanwhile it is put apart, into lists that a step does not look at; once any of
// those is stirred, all is gathered again into the lists from which it came.

#ifndef BELAY_ENGINE_STORE_PARTS_CONTACTS_H
#define BELAY_ENGINE_STORE_PARTS_CONTACTS_H

#include "belay/base.h"
#include "belay/math.h"
#include "belay/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    // Of two rods: how stiffly it keeps the segments from turning is t t^T, N m (step_rod_geometric_stiffness.c).
    belay_vec3 stiffness_root_a, stiffness_root_b;
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
    // Put apart from these three, in the same order. The first three have room for all.
    bl_warm_contact* warm_apart;
    bl_touch *touching_apart, *visits_apart;
    bool is_stirred;  // something of what was put apart may be for the next step
    bool is_gathered; // since the last step was made: its contacts are not where they say that they are kept
    bl_rod_warm* rod_warm;
    bl_rod_touch* rod_touching; // what touches rods
} bl_contact_memory;

// All of it in the first lists, sorted, as if nothing had been put apart.
void bl_contact_memory_gather(bl_contact_memory* memory);
// After a restore: nothing is apart.
void bl_contact_memory_forget_apart(bl_contact_memory* memory);
// Puts apart as well what is sorted and of other pairs; both have room for the sum.
void bl_warm_contacts_merge(bl_warm_contact* into, const bl_warm_contact* from);
void bl_touches_merge(bl_touch* into, const bl_touch* from);
// Makes room in all six for what they hold together, and as much more in each as is said. False: no memory.
bool bl_contact_memory_reserve(bl_contact_memory* memory, size_t warm, size_t touching, size_t visits,
                               const belay_allocator* allocator);

#endif
