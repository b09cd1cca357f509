// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What happened in the last step, as arrays to read after it (or in a system of BELAY_PHASE_EVENTS). There are no
// callbacks into a half-done step, so everything may be called while reading them.
//
// Every begin has exactly one end, also when a partner is destroyed (is_destroyed; that end comes with the next step).
// Order: by kind, then by the handles. The arrays are good until the next step, whatever is created or destroyed
// meanwhile.
//
// Rods and bodies: contacts of rods have events of their own, as a place on a rod is more than a point. Sensor and
// sleep events are in one array for both; which of the two handles in them is not null tells who it is.

#ifndef BELAY_EVENTS_H
#define BELAY_EVENTS_H

#include "belay/joint.h"
#include "belay/rod.h"

#ifdef __cplusplus
extern "C" {
#endif

// What has become of a pair in a step.
typedef enum belay_contact_event_type {
    BELAY_CONTACT_BEGIN,   // the pair touches, and did not in the step before
    BELAY_CONTACT_PERSIST, // it still does; reported for pairs of which a collider has has_persist_events
    BELAY_CONTACT_END,     // it no longer does
} belay_contact_event_type;

// About a pair of colliders. It touches while it passes an impulse or its gap is within the world's touch_tolerance.
typedef struct belay_contact_event {
    belay_contact_event_type type;            // what has become of the pair
    belay_collider_id collider_a, collider_b; // the pair; at END they may be gone
    belay_body_id body_a, body_b;             // whose they are
    belay_vec3 point;      // m, world: mean over the pair's contacts weighted by impulse; END: the last known
    belay_vec3 normal;     // unit, from b to a, likewise
    double approach_speed; // m/s, of the fastest closing contact before the step; 0 at END
    double normal_impulse; // N s, sum over the pair's contacts; 0 at END
    double sliding_speed;  // m/s, of the contact that slides fastest, after the step; 0 at END
    bool is_destroyed;     // END: because a partner was destroyed or can no longer touch
} belay_contact_event;

// The contact events of the last step. Good until the next step.
const belay_contact_event* belay_world_get_contact_events(const belay_world* world, int32_t* count);

// About a rod and what it touches: a collider, another rod, or itself. However many places of the two touch, the pair
// begins with the first of them and ends with the last; belay_world_get_rod_contacts has them one by one. A place
// touches while it passes an impulse or its gap is within the world's touch_tolerance.
typedef struct belay_rod_contact_event {
    belay_contact_event_type type; // PERSIST: reported for pairs of which a rod or the collider has has_persist_events
    belay_rod_id rod_a, rod_b;     // rod_b: null when the partner is a collider; the same for one with itself
    belay_collider_id collider_b;  // null when the partner is a rod
    belay_body_id body_b;          // of the collider; null when the partner is a rod
    // Of the place that passes the greatest impulse (of several that pass none: the closest); END: the last known.
    double s_a, s_b;       // m along the rods; s_b 0 on a collider
    belay_vec3 point;      // m, world: halfway between the surfaces
    belay_vec3 normal;     // unit, from b to a
    int32_t place_count;   // places that touch; 0 at END
    double approach_speed; // m/s, of the place that closed fastest before the step; 0 at END
    double normal_impulse; // N s, sum over the places, whichever way their normals point; 0 at END
    double sliding_speed;  // m/s, of the place that slides fastest, after the step; 0 at END
    bool is_destroyed;     // END: because a partner was destroyed or can no longer touch
} belay_rod_contact_event;

// The contact events of rods in the last step. Good until the next step.
const belay_rod_contact_event* belay_world_get_rod_contact_events(const belay_world* world, int32_t* count);

// A collider or a rod entered or left a sensor: since the contact instant before, as that of this step shows it
// (docs/simulation.md). What flies through within a step gives a begin and an end in one
// step (bodies; belay_world_def.enable_continuous), behind the other events of the step. Seen are dynamic bodies, rods,
// and whatever moves into or with a sensor; not what stands still from the beginning, and not other sensors. A sensor
// that is a plane, tube, mesh or height field notices rods and convex visitors alone: spheres, capsules, boxes,
// cylinders, cones and hulls.
typedef struct belay_sensor_event {
    belay_collider_id sensor, visitor;       // visitor: null when it is a rod
    belay_body_id sensor_body, visitor_body; // likewise
    belay_rod_id visitor_rod;                // null when it is a collider
    bool is_begin;                           // the two began to overlap; false: they no longer do
    bool is_destroyed;                       // an end because one of the two was destroyed
    // s, from the beginning of the step: when the surfaces met, or parted, on the straight ways between the two contact
    // instants, -theta h to (1 - theta) h; of what flies through on the way from the second one, to h. 0: they did not
    // on their ways, as one was made, put there, destroyed or told to touch other things. Of rods, which are not
    // followed, the contact instant, (1 - theta) h.
    double time;
} belay_sensor_event;

// The sensor events of the last step.
const belay_sensor_event* belay_world_get_sensor_events(const belay_world* world, int32_t* count);

// A joint broke: it carried more than its break force or torque, and has been destroyed.
typedef struct belay_joint_event {
    belay_joint_id joint;         // stale
    belay_body_id body_a, body_b; // that it held together; body_b null: the world
    double force, torque;         // N, N m: that it carried
} belay_joint_event;

// The joints that broke in the last step.
const belay_joint_event* belay_world_get_joint_events(const belay_world* world, int32_t* count);

// What a step could not do as it should, as numbers would not have been finite (or are not within what doubles can
// resolve). Nothing that is not finite is ever published.
typedef enum belay_fault {
    BELAY_FAULT_CONTACTS_DROPPED, // contacts of the body had no finite point or normal and took no part
    BELAY_FAULT_SOLVED_PLAINLY,   // the impulses on the body's island were found again, from none and by sweeps alone
    BELAY_FAULT_HELD,             // the body or rod was kept where it is, at rest, in this step
} belay_fault;

// A fault, and whom it befell.
typedef struct belay_fault_event {
    belay_body_id body; // null when it is a rod
    belay_rod_id rod;   // null when it is a body
    belay_fault fault;  // the gravest
    int32_t island;     // in this step, from 0; -1: of none
} belay_fault_event;

// Faults in the last step, at most one a body or rod: the gravest. Ordered by bodies, then rods. Good until the next
// step.
const belay_fault_event* belay_world_get_fault_events(const belay_world* world, int32_t* count);

// A body or a rod fell asleep or woke.
typedef struct belay_sleep_event {
    belay_body_id body; // null when it is a rod
    belay_rod_id rod;   // null when it is a body
    bool is_awake;      // it woke; false: it fell asleep
} belay_sleep_event;

// The bodies, then the rods, that fell asleep or woke since the step before the last.
const belay_sleep_event* belay_world_get_sleep_events(const belay_world* world, int32_t* count);

#ifdef __cplusplus
}
#endif

#endif
