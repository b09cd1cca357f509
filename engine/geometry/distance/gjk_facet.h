// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The place of the difference set's boundary that is nearest to the origin, which GJK approaches from outside and EPA
// from inside: it tells distance, points and normal alike.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_GJK_FACET_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_GJK_FACET_H

#include "geometry/distance/gjk_pair.h"

// offset * normal = sum of weights[i] points[i].w is the place, and the set ends there along the normal.
typedef struct bl_facet {
    belay_vec3 normal; // unit, out of the difference set (from A to B)
    double offset;     // m: minus the distance of the cores
    int count;         // 1 to 3
    bl_pair_point points[3];
    double weights[3];
} bl_facet;

bl_core_distance bl_facet_distance(const bl_facet* facet);

// How far the difference set reaches beyond the facet, m: 0 when it is what it claims to be.
double bl_facet_excess(const bl_pair* pair, const bl_facet* facet);

// Whether a core is round, so that a facet is met in the limit only.
bool bl_pair_is_curved(const bl_pair* pair);

// Takes a facet close to the true one to it, to rounding. Leaves it alone and returns false when it finds none that
// reaches further than `tolerance` (m) nowhere.
bool bl_facet_refine(const bl_pair* pair, double tolerance, bl_facet* facet);

#endif
