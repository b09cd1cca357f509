// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From the simplex that holds the origin to a tetrahedron that does.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_EPA_START_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_EPA_START_H

#include "geometry/distance/gjk.h"

// Writes four corners, not in one plane. When the difference set itself lies in a plane (to `rounding`, m) it returns
// false and writes a unit normal of that plane.
bool bl_epa_find_tetrahedron(const bl_pair* pair, const bl_gjk* gjk, double rounding, bl_pair_point corners[4],
                             belay_vec3* flat_normal);

#endif
