// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Random convex solids and poses for the tests of geometry, and what can be said of them by support points alone.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_SOLIDS_H
#define BELAY_TESTS_SUPPORT_SHAPES_SOLIDS_H

#include "geometry/convex/convex.h"

#include <stdint.h>

#define SOLID_KINDS 8

// `lot` is a state of chance.h.
belay_vec3 solid_random_direction(uint64_t* lot);
belay_quat solid_random_rotation(uint64_t* lot);
belay_pose solid_random_pose(uint64_t* lot, double size);

// A core of the kind, of extent about 1 each way, with the radius. Hulls have 5 to 12 corners. solid_fini frees it.
bl_convex solid_random_make(uint64_t* lot, bl_convex_kind kind, double radius);
bl_convex solid_make(bl_convex_kind kind, double radius, belay_vec3 half);
bl_convex solid_make_hull(const belay_vec3* points, int count, double radius);
bl_convex solid_scale(const bl_convex* solid, double scale); // a new solid
void solid_fini(bl_convex* solid);

// min n . x over A minus max n . x over B, n unit: no more than the distance.
double solid_gap_along(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, belay_vec3 n);

// Positive outside, negative inside, about the distance from the surface; by the definition of the kind. The point is
// in the solid's own frame. Not for boxes, hulls, cylinders and cones with a radius.
double solid_outside(const bl_convex* solid, belay_vec3 point);

#endif
