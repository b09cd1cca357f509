// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Integrals over a polyhedron: sums over the tetrahedra of a point and its triangles.

#ifndef BELAY_ENGINE_GEOMETRY_HULL_MOMENTS_H
#define BELAY_ENGINE_GEOMETRY_HULL_MOMENTS_H

#include "belay/shape.h"
#include "belay/vec.h"

// Integrals of 1, x and x x^T, x from the point.
typedef struct bl_moments {
    double volume;
    belay_vec3 first;
    belay_mat33 second;
} bl_moments;

// Adds the tetrahedron of the point and a triangle, whose corners are seen from the point; negative when they turn the
// other way.
void bl_moments_add(bl_moments* m, belay_vec3 a, belay_vec3 b, belay_vec3 c);
// At density 1, of a polyhedron with a volume above 0; `origin` is the point.
belay_mass bl_moments_mass(const bl_moments* m, belay_vec3 origin);

#endif
