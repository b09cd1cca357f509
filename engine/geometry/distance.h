// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How far apart two convex solids are, where they are deepest in each other, and when moving ones first meet. Never
// allocates. Same input, same bits.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_H

#include "geometry/convex.h"

typedef struct bl_distance {
    double distance;             // m, between the surfaces; < 0: the depth of overlap
    belay_vec3 point_a, point_b; // on the surfaces, world frame
    belay_vec3 normal;           // unit, from B to A
} bl_distance;

// The distance of two solids, exact to about 1e-12 of their size while their cores are apart (GJK); when the cores overlap, the least
// translation that separates them (EPA), for polytopes to the same accuracy and for round cores within 1e-6 of their size.
bl_distance bl_convex_distance(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b);

// A rigid motion over a time of 1: the frame's centre of mass goes straight from `center` by `way`, the body turns by `turn`
// (rad, axis times angle) about it. The pose at time t: rotation exp(t turn) * start.rotation, position follows.
typedef struct bl_motion {
    belay_pose start;  // of the solid's frame
    belay_vec3 center; // m, world: the centre of mass at time 0
    belay_vec3 way;    // m
    belay_vec3 turn;   // rad
} bl_motion;

belay_pose bl_motion_at(const bl_motion* motion, double time);

// The first time in [0, 1] at which the solids' surfaces are within `target` (m, >= 0) of each other, by conservative
// advancement (a lower bound never steps past it). False when they never are. A pair that is within target at time 0
// gives time 0.
bool bl_convex_first_contact(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b,
                             const bl_motion* motion_b, double target, double* time);

// The first hit of a ray (origin + t way, 0 <= t <= 1; solid's own frame) with the solid. From inside: time 0, normal against the way.
bool bl_convex_cast_ray(const bl_convex* convex, belay_vec3 origin, belay_vec3 way, double* time, belay_vec3* normal);

#endif
