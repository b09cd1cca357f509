// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What meets what in a step. Written by step/detect/; contacts that take no part are dropped by step/assemble/.

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_DETECT_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_DETECT_H

#include "core/sort.h"
#include "detect/manifold.h"

// One collider during a step, at the index of its table element. That of one whose body stays where it is is kept for
// the next step.
typedef struct bl_proxy {
    belay_pose pose;         // of the shape, at the contact instant
    belay_vec3 lower, upper; // box at the contact instant, widened by the travel and the contact margin
    double travel;           // m, how far any of its points can go in a step
    double arm;              // m, of its furthest point about the centre of mass
    double half_thickness;   // m, half its least extent along its own axes; HUGE_VAL: no convex solid
    uint64_t id;             // of the collider; 0: none has been here
    uint32_t body;           // index of the body
    uint32_t rank;           // of the shape: A of a pair is the one of lower rank
} bl_proxy;

// The velocities of its centre of mass that a body may have after a step.
typedef struct bl_velocity_range {
    belay_vec3 lower, upper; // m/s
    double spin;             // rad/s, at most
    double sideways;         // m/s, any way: what off-centre impacts add
    bool is_fixed;           // nothing widens it
    int widened;             // pass over the pairs that did so last; 0: none
} bl_velocity_range;

// A contact as it is found. Once its row is made (bl_active_contact), it is read by those alone who want to know more.
typedef struct bl_step_contact {
    bl_manifold_point point;
    uint32_t body_a, body_b; // indices, as those of the colliders; those of one pair follow each other
    uint32_t collider_a, collider_b;
    double friction, restitution;
    belay_vec3 tangential_offset; // m, between the points of A and B that meet; zero but for cast contacts
    belay_vec3 surface_velocity;  // m/s, world: that of the surfaces beyond that of their bodies, A against B
    bool has_own_belt;            // that was given by the program for this step
    bool is_cast;
    bool lasts;      // pushed in the last step
    bool is_later;   // something else of the pair is hit before it: it does not bounce in this step
    bool is_missed;  // by the free motion of its bodies: only what is added to that is resisted
    bool takes_part; // something is asked of it in this step
} bl_step_contact;

static inline bool bl_is_same_pair(const bl_step_contact* c, const bl_step_contact* d)
{
    return c->collider_a == d->collider_a && c->collider_b == d->collider_b;
}

// What was found of a pair of colliders.
typedef struct bl_pair_finding {
    uint32_t begin, count; // its contacts; begin BL_NO_INDEX: there was no capacity
    uint32_t to;           // where they come in the order of the pairs
    bool is_overlap;       // of a sensor and its visitor, at the contact instant
    bool is_of_sensor;
    bool is_far; // before anything else is found: see step_far_pairs.c
    bool is_passed; // they were in each other on the way to the contact instant, but not in it
} bl_pair_finding;

typedef struct bl_detect_scratch {
    bl_proxy* proxies;
    bl_key_pair* pairs; // of colliders (indices) that may meet, by their ids
    bl_key_pair* pairs_scratch;
    bl_velocity_range* ranges; // by body
    bool has_ranges;
    bool is_crowded;           // of so many pairs that those that are far are left out (step_far_pairs.c)
    bl_key_pair* sensed;       // those of which one is a sensor that the other overlaps; then rods in sensors, by ids,
                               // with `second` BL_NO_INDEX
    bl_key_pair* passes;       // of sensors and visitors: those that are through, one for each time, by ids
    bl_pair_finding* findings; // by pair
    bl_step_contact* contacts;
    bl_step_contact* contacts_spare; // where several workers find them, in no order
    uint32_t contact_capacity;       // contacts that all arrays by contact have room for
} bl_detect_scratch;

#endif
