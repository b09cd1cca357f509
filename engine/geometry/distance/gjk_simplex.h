// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The point of a segment, triangle or tetrahedron nearest to the origin, with the corners that carry it.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_GJK_SIMPLEX_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_GJK_SIMPLEX_H

#include "belay/vec.h"

// point = sum of weight[i] corner[index[i]]. A count of 4 says that the origin is inside.
typedef struct bl_simplex_nearest {
    belay_vec3 point;
    int count;
    int index[4];
    double weight[4]; // >= 0, sum 1 to rounding
} bl_simplex_nearest;

// Of the simplex spanned by the `count` (1 to 4) corners p[index[i]]. Flat and doubled corners are fine.
void bl_nearest_on_simplex(const belay_vec3 p[4], const int index[4], int count, bl_simplex_nearest* out);

#endif
