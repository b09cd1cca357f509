// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two questions that a step may ask the program: may two things touch, and what is to become of a contact. Things are
// colliders and rods. For what
// filters, materials and surface velocities cannot say: doors for one team, platforms that can be jumped through, ice
// under some wheels.
//
// Both are asked on the thread that makes the step, one after the other, in an order that depends on nothing but the
// handles: the same bits with any number of threads, as long as the answers are the same. A step may ask the same twice
// (what wakes a sleeper is looked for again); the answer must be the same then, and depend on nothing that the order of
// questions changes. While they are asked the world is in the middle of a step: every call that answers with a result
// code answers STATE and does nothing, and belay_world_hash answers 0. Of the others belay_world_get_def, _get_time,
// _get_step_count and _last_error tell what they always do, belay_component_get_const reads components of your own, and
// commands may be queued (command.h); contacts, events, statistics and energy are being written.
//
// Two of which neither moves, asleep or static, are not asked about until something wakes one; what comes to a sleeper
// is. A rod is not asked about itself for the filter, but about its contacts with itself.
// The local model of a held tool (local_model.h) goes by the filter hook between colliders, but finds its contacts by
// itself. A body that
// was just made, or thrown another way, waits for less than a step at what it may then pass. Null costs nothing. Hooks
// are in no snapshot, as systems are in none; restoring leaves them as they are.

#ifndef BELAY_CONTACT_HOOK_H
#define BELAY_CONTACT_HOOK_H

#include "belay/collider.h"
#include "belay/rod.h"

#ifdef __cplusplus
extern "C" {
#endif

// Two colliders, a rod and a collider, or two rods that are near each other, and that filters, bodies, joints and
// shapes let touch (or one of which is a sensor that may notice the other).
typedef struct belay_filter_pair {
    // Of colliders a is a solid; a plane, rail, mesh or height field is b. Null: a rod stands there.
    belay_collider_id collider_a, collider_b;
    belay_body_id body_a, body_b;    // that they are on; null likewise
    belay_rod_id rod_a, rod_b;       // a rod beside a collider is a. Null: a collider stands there
    belay_filter filter_a, filter_b; // theirs
} belay_filter_pair;

// Whether the two may touch in this step. Asked in every step for each pair whose boxes, widened by what they may go in
// it, overlap; of rods in more than one place. A pair that touched and no longer may has an END event.
typedef bool belay_filter_fn(const belay_filter_pair* pair, void* context);

// Sets who is asked which may touch; null: nobody. `context` is handed to it, the caller's, and must outlive
// the world. Wakes everything. Errors: HANDLE (null world), STATE (inside a hook), BUSY. Cost: a call for each pair.
belay_result belay_world_set_filter(belay_world* world, belay_filter_fn* filter, void* context);

// A place where two colliders or rods touch, or may touch in this step.
typedef struct belay_pre_solve_contact {
    // What it is; changes are not looked at.
    belay_collider_id collider_a, collider_b; // as in belay_contact; null: a rod stands there
    belay_body_id body_a, body_b;             // that they are on; null likewise
    belay_rod_id rod_a, rod_b;                // as in belay_rod_contact, the same for one with itself; else null
    double s_a, s_b;                          // m along the rods; 0 of colliders
    belay_vec3 point;                         // m, world, halfway between the two surfaces, at the contact instant
    belay_vec3 normal;                        // unit, world, from b to a
    double gap;                               // m, negative when overlapping
    belay_vec3 velocity; // m/s, world: of a against b at the place, before forces and contacts of the step
    uint32_t feature;    // stays the same while the same features touch; 0 of rods
    // What may be changed, for this step.
    double friction;             // mu, >= 0
    double restitution;          // e, 0 to 1. Of what only might meet 0, and it stays so
    belay_vec3 surface_velocity; // m/s, world, each part at most BELAY_MAX_SPEED: of the surfaces beyond that of their
                                 // bodies, of a against b. What it has along the normal does not count
} belay_pre_solve_contact;

// Asked in every step for each contact before it is solved; false: it takes no part in this step (nor in taking back
// overlap); two rods do not pass through each other for that, which is for the filter to say. A number outside its
// range leaves that contact as it was: the logger is told, and belay_step_stats.refused_changes counts them.
typedef bool belay_pre_solve_fn(belay_pre_solve_contact* contact, void* context);

// Sets who is asked about contacts; null: nobody. Otherwise as belay_world_set_filter. Cost: a call for each contact.
// Where many bodies meet, more pairs are looked at than without, as any of them may be told to bounce.
belay_result belay_world_set_pre_solve(belay_world* world, belay_pre_solve_fn* pre_solve, void* context);

#ifdef __cplusplus
}
#endif

#endif
