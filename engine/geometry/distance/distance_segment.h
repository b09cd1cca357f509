// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The closest points of two segments.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_DISTANCE_SEGMENT_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_DISTANCE_SEGMENT_H

#include "geometry/distance/gjk_pair.h"

// A lies along z about the origin, B along the unit vector `axis_b` about center_b. Of parallel segments that face each
// other the points are in the middle of the part where they do. The normal of segments that meet is orthogonal to both,
// on the side of A's middle; of segments on one line any that is orthogonal to it.
bl_core_distance bl_segment_distance(double half_a, belay_vec3 center_b, belay_vec3 axis_b, double half_b);

#endif
