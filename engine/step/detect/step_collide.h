// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection for a pair of colliders, at the contact instant and on the way to the next.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_COLLIDE_H
#define BELAY_ENGINE_STEP_DETECT_STEP_COLLIDE_H

#include "detect/mesh/mesh_contact.h"
#include "step/detect/detect_parts.h"

// The contacts of two colliders, A convex with its shape at pose_a, B on a body at body_b. Returns how many manifolds
// were written (room: BL_MESH_MAX_MANIFOLDS).
int bl_step_collide(const bl_collider_store* shapes, const bl_collider* a, belay_pose pose_a, const bl_collider* b,
                    belay_pose body_b, double cutoff, bl_manifold* manifolds);

// The same for a convex solid that is no collider: a segment of a rod.
int bl_step_collide_convex(const bl_collider_store* shapes, const bl_convex* convex, belay_pose pose_a,
                           const bl_collider* b, belay_pose body_b, double cutoff, bl_manifold* manifolds);

typedef enum bl_cast_verdict {
    BL_CAST_AS_IT_IS, // the manifolds tell what will happen
    BL_CAST_MISS,     // the two will not meet in this step, though they seem to by far
    BL_CAST_GRAZES,   // within the cast: they meet by no more than a graze
    // They will not, though they seem to, by so little that what others do to them may let them meet: the contact
    // stays, and resists only what is added to the free motion.
    BL_CAST_NEAR_MISS,
    BL_CAST_LAST,  // they do, and it must be answered now: a step later the two are through each other
    BL_CAST_HIT,   // they will, in the way that manifolds written over the first ones tell
    BL_CAST_ADDED, // they will also in another way, by a manifold that is now the first
} bl_cast_verdict;

#define BL_CAST_MAX_HITS 4

// What is found beside the verdict.
typedef struct bl_cast_finding {
    int count;                            // of manifolds: those at hand, then those that are to be taken
    bool is_later[BL_MESH_MAX_MANIFOLDS]; // something else is hit before this one, and it does not bounce in this step
    int hits;                             // so many of the first are those of the moment of a hit
    // Of those: per point, the tangential way between the two places that will meet.
    belay_vec3 offsets[BL_CAST_MAX_HITS][BL_MANIFOLD_MAX_POINTS];
} bl_cast_finding;

// Looks along the free motion of a pair that is apart but about to close. `f` has the count of the manifolds, and is
// otherwise zero.
bl_cast_verdict bl_step_cast(const bl_detect_parts* d, const bl_key_pair* pair, bl_manifold* manifolds,
                             bl_cast_finding* f);

#endif
