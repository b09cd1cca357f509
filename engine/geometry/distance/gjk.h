// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The distance of two cores by the method of Gilbert, Johnson and Keerthi: a simplex of the difference set walks
// towards the origin.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_GJK_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_GJK_H

#include "geometry/distance/gjk_facet.h"
#include "geometry/distance/gjk_simplex.h"

typedef struct bl_gjk {
    bl_pair_point points[4]; // slots; the corners of the simplex are those that `nearest` lists
    belay_vec3 w[4];         // points[i].w
    bl_simplex_nearest nearest;
    double distance;  // m, of the nearest point
    double size;      // m, the largest coordinate of a w met
    bool has_overlap; // the nearest point is the origin, to rounding
    bl_facet facet;   // when there is no overlap
} bl_gjk;

// Starts from a guess of the normal (from B to A; not zero, need not be unit).
void bl_gjk_run(const bl_pair* pair, belay_vec3 guess, bl_gjk* gjk);

// The same for cores that are no further apart than `limit`, m; false, with nothing found, once others are seen to be.
bool bl_gjk_run_within(const bl_pair* pair, belay_vec3 guess, double limit, bl_gjk* gjk);

// Whether the cores overlap, by the same rounds, which end once some direction has the cores apart. Neither is round.
// Of an overlap it leaves what bl_gjk_run does.
bool bl_gjk_overlap(const bl_pair* pair, belay_vec3 guess, bl_gjk* gjk);

#endif
