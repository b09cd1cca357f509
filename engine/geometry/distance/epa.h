// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How deep two overlapping cores are in each other, by the expanding polytope algorithm: a polytope inside the
// difference set grows from the simplex that GJK ended with, where it is nearest to the origin.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_EPA_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_EPA_H

#include "geometry/distance/gjk.h"

// Of a pair whose gjk->has_overlap. A difference set without volume (coplanar triangles) gives distance 0 and the
// normal of its plane, on the side of A's middle.
bl_core_distance bl_epa_run(const bl_pair* pair, const bl_gjk* gjk);

// Whether that distance is below -depth (m, >= 0), for cores that are not round; ends as soon as it is known.
bool bl_epa_is_deeper(const bl_pair* pair, const bl_gjk* gjk, double depth);

#endif
