// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Exact geometry on a grid: on which side of a plane a point lies, decided without rounding, for points whose
// coordinates are whole numbers of size at most BL_EXACT_LARGEST. A hull that is built on such answers is a polytope
// whatever the input: no tolerance can contradict another.

#ifndef BELAY_ENGINE_GEOMETRY_HULL_HULL_EXACT_H
#define BELAY_ENGINE_GEOMETRY_HULL_HULL_EXACT_H

#include "belay/vec.h"

#define BL_EXACT_BITS 40
#define BL_EXACT_LARGEST 1099511627776.0 // 2^BL_EXACT_BITS

// a x b of differences of two points, each component the exact one rounded once.
belay_vec3 bl_exact_cross(belay_vec3 a, belay_vec3 b);

// The sign of (a x b) . c, three differences of points, exactly: -1, 0 or 1. `cross` is bl_exact_cross(a, b); it
// decides alone unless c lies almost in the plane.
int bl_exact_side(belay_vec3 cross, belay_vec3 a, belay_vec3 b, belay_vec3 c);

#endif
