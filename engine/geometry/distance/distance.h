// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How far apart two convex solids are, where they are deepest in each other, and when moving ones first meet. Never
// allocates. Same input, same bits.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_DISTANCE_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_DISTANCE_H

#include "geometry/convex/convex.h"

typedef struct bl_distance {
    double distance;             // m, between the surfaces; < 0: the depth of overlap
    belay_vec3 point_a, point_b; // on the surfaces, world frame; point_a - point_b = distance * normal
    belay_vec3 normal;           // unit, from B to A
} bl_distance;

// The distance of two solids. While the cores are apart it is exact to about 1e-12 of their size (GJK). When the cores
// overlap it is minus the least translation that separates them, to the same accuracy for polytopes and within 1e-6 of
// their size for round cores (EPA). Where several places are as close it is one of them: of parallel segments the
// middle of the part where they face each other.
//
// Where the cores leave the normal open it is the same every time: for two points in one place world z, for a point on
// a segment x of the segment's frame, for a point on a triangle the normal of its plane, for segments that cross a
// normal to both, for cores in one plane its normal, the last two on the side of A's middle.
bl_distance bl_convex_distance(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b);

// Whether the distance is below -depth (m, >= 0). Costs a part of the distance of solids without thickness, as less has
// to be known.
bool bl_convex_is_deeper(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double depth);

// A rigid motion over a time of 1: the frame's centre of mass goes straight from `center` by `displacement`, the body
// turns by `turn` (rad, axis times angle) about it. The pose at time t: rotation exp(t turn) * start.rotation, position
// follows.
typedef struct bl_motion {
    belay_pose start;        // of the solid's frame
    belay_vec3 center;       // m, world: the centre of mass at time 0
    belay_vec3 displacement; // m
    belay_vec3 turn;         // rad
} bl_motion;

// At time 0 exactly `start`.
belay_pose bl_motion_at(const bl_motion* motion, double time);

// The first time in [0, 1] at which the solids' surfaces are within `target` (m, >= 0) of each other, by conservative
// advancement (a lower bound never steps past it). False when they never are. A pair that is within target at time 0
// gives time 0.
//
// With tolerance = 1e-3 target + 1e-9 (the reaches of both solids from their middles): the distance is above target at
// all times before *time, and at most target + tolerance at *time; false means that it is above target all the way. It
// costs some 2 to 4 distances, and with turns some 10 to 50 pairs of support points more. Both are bounded (100
// distances, 4000 pairs); a cast that is not done by then, as of solids that turn by many rad within 1e-6 of their
// size of each other, ends in a contact at the time that it has reached.
bool bl_convex_first_contact(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b,
                             const bl_motion* motion_b, double target, double* time);

// The same with a target of 0 for one of many that may be met: false too for a pair that is within `touched` (m) of
// each other at time 0 (-INFINITY: none is left out for that), or that does not meet before the time `limit`.
bool bl_convex_first_of_many(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b,
                             const bl_motion* motion_b, double touched, double limit, double* time);

// The first hit of a ray (origin + t displacement, 0 <= t <= 1; solid's own frame) with the solid. From inside: time 0,
// normal against the displacement (z when that is zero). A zero displacement hits only from inside. Triangles without
// radius are hit from both sides, but not along their plane; no ray slips through the edge that two share.
bool bl_convex_cast_ray(const bl_convex* convex, belay_vec3 origin, belay_vec3 displacement, double* time,
                        belay_vec3* normal);

#endif
