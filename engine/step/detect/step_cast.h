// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two colliders along their motions: what following a pair, to the next contact instant or to the first, is made of.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_CAST_H
#define BELAY_ENGINE_STEP_DETECT_STEP_CAST_H

#include "geometry/distance/distance.h"
#include "step/detect/detect_parts.h"

typedef struct bl_pair_cast {
    bl_convex a, b;               // b of a mesh: the triangle that is met first; of a plane: a box of it
    const bl_curve* curve;        // of a tube, instead of b; else null
    const bl_mesh* mesh;          // of a mesh; else null
    bl_motion motion_a, motion_b; // of the solids a and b
    bl_motion frame_b;            // of the frame of collider B, which is that of b but for a plane
    double graze;                 // m: a hit that ends less deep is none
} bl_pair_cast;

// When the surfaces first meet; false when they do not. Sets s->b or s->curve, and what a plane's box needs of
// s->motion_b.
bool bl_pair_cast_first_hit(const bl_collider_store* shapes, bl_pair_cast* s, const bl_collider* collider_b,
                            double* time);
// No point of one goes further, as seen from the other.
double bl_pair_cast_longest_path(const bl_pair_cast* s);
// Whether an overlap by a hit along `normal` still shows at the end, not far in and by about the same normal: what is
// deep in something thin need not be on the side from which it came.
bool bl_pair_cast_is_seen_at_end(const belay_world_def* def, const bl_pair_cast* s, belay_vec3 normal);
// Half the least size of a solid along its axes.
double bl_least_half_extent(const bl_convex* convex);
// Between the surfaces on the way, after bl_pair_cast_first_hit.
bl_distance bl_pair_cast_distance(const bl_pair_cast* s, double time);
// Whether the two are more than a graze in each other on the rest of the way from `time`, and when they first are.
bool bl_pair_cast_goes_deep(const bl_pair_cast* s, double time, double* when);
// When that begins, between a time at which it is not so and one at which it is.
double bl_pair_cast_where_deep(const bl_pair_cast* s, double low, double high);
// When A first meets a triangle of s->mesh; false when it meets none on its way. Those that are no further from it at
// the start than `touched`, m, are left out. Sets s->b to the one that is met.
bool bl_pair_cast_first_triangle(bl_pair_cast* s, double touched, double* time);
// The least gap of a manifold, m; infinite when it has no points.
double bl_manifold_least_gap(const bl_manifold* m);

// Bodies that were given their place or velocity since the last step are not seen on their way to the contact instant.
// Those that would meet something there, and be through it or deep in it, are stopped early at the first touch. Returns
// whether there were any; pairs are then to be found anew.
bool bl_step_limit_fractions(belay_world* world);

// Finds the bodies that were thrown another way in this step, and how far they can go to its end without passing
// anything.
void bl_step_limit_deflected(belay_world* world);

// A collider's way from the beginning of the step to the contact instant, as its body was to go; and from there to the
// end of the step, by the velocities after the solve.
bl_motion bl_step_motion_to_mid(const bl_detect_parts* d, uint32_t collider);
bl_motion bl_step_motion_from_mid(const bl_detect_parts* d, uint32_t collider);

#endif
