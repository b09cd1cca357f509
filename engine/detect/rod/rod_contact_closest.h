// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The closest places of two segments, kept continuous through parallel.
//
// The squared distance f of the points at s and t is convex in (s, t), but flat along one direction when the segments
// are parallel: the closest places then jump from end to end as the angle passes through zero. What is minimised is
//     f + e (|u|^2 (s - 1/2)^2 + |v|^2 (t - 1/2)^2),
// u and v the segments, which is strictly convex; its minimum is continuous in all input. What is added is never more
// than e (|u|^2 + |v|^2) / 4, so of segments at distance D that which is found exceeds the least by at most
// e (|u|^2 + |v|^2) / 8 D; with e = 8 h D^2 / (|u|^2 + |v|^2) by the part h of it. Of two segments of one length beside
// each other, at an angle of phi in one plane, the places leave the middles by D phi / 2 e, until they are at the ends
// for phi = 4 h D / |u|.

#ifndef BELAY_ENGINE_DETECT_ROD_ROD_CONTACT_CLOSEST_H
#define BELAY_ENGINE_DETECT_ROD_ROD_CONTACT_CLOSEST_H

#include "belay/vec.h"

// t - s >= this holds of all places: no constraint.
#define BL_ROD_ANY_APART (-2.0)

typedef struct bl_rod_closest_points {
    double s, t;        // 0 to 1; exactly so at the ends
    belay_vec3 between; // from B's place to A's
    double distance;    // m
} bl_rod_closest_points;

// a, b: the two ends of each segment. `thickness` (m): the sum of the radii; 0 gives the closest places proper. Only
// places with t - s >= apart are looked at; false when there are none, or when a coordinate is NaN.
bool bl_rod_closest(const belay_vec3* a, const belay_vec3* b, double thickness, double apart,
                    bl_rod_closest_points* places);

// The direction from B's place to A's; of axes that meet, a normal to both.
belay_vec3 bl_rod_normal(const belay_vec3* a, const belay_vec3* b, const bl_rod_closest_points* places);

// Exact at the ends.
static inline belay_vec3 bl_rod_point(const belay_vec3* a, double s)
{
    return v3_add_scaled(v3_scale(1.0 - s, a[0]), s, a[1]);
}

#endif
