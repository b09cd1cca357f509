// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection for a pair of colliders, at the contact instant and on the way to the next.

#ifndef BELAY_ENGINE_WORLD_STEP_COLLIDE_H
#define BELAY_ENGINE_WORLD_STEP_COLLIDE_H

#include "contact/mesh_contact.h"
#include "world/step.h"

// The contacts of two colliders, A convex with its shape at pose_a, B on a body at body_b. Returns how many manifolds
// were written (room: BL_MESH_MAX_MANIFOLDS).
int bl_step_collide(const belay_world* world, uint32_t place_a, belay_pose pose_a, uint32_t place_b, belay_pose body_b,
                    double cutoff, bl_manifold* manifolds);

// The same for a convex solid that is no collider: a segment of a rod.
int bl_step_collide_convex(const belay_world* world, const bl_convex* convex, belay_pose pose_a, uint32_t place_b,
                           belay_pose body_b, double cutoff, bl_manifold* manifolds);

typedef enum bl_sweep_verdict {
    BL_SWEEP_AS_IT_IS, // the manifolds tell what will happen
    BL_SWEEP_MISS,     // the two will not meet in this step
    BL_SWEEP_LAST,     // they do, and it must be answered now: a step later the two are through each other
    BL_SWEEP_HIT,      // they will, in the way that the one manifold written over the first tells
} bl_sweep_verdict;

// Looks along the free motion of a pair that is apart but about to close. `lags`: per point of the manifold of a hit,
// the tangential way between the two places that will meet.
bl_sweep_verdict bl_step_sweep(const belay_world* world, const bl_key_pair* pair, bl_manifold* manifolds, int count,
                               belay_vec3 lags[BL_MANIFOLD_MAX_POINTS]);

#endif
