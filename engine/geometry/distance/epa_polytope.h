// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A convex polytope of triangles that grows by one corner at a time. Of fixed capacity, on the stack.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_EPA_POLYTOPE_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_EPA_POLYTOPE_H

#include "geometry/distance/gjk_pair.h"

#define BL_EPA_MAX_VERTICES 128
#define BL_EPA_MAX_FACES (2 * BL_EPA_MAX_VERTICES)

typedef struct bl_epa_face {
    belay_vec3 normal; // unit, outwards; zero when the face has no area
    double offset;     // normal . x of its plane
    int vertex[3];     // anticlockwise seen from outside
    int across[3];     // the face beyond the edge from vertex i to the next
    int across_edge[3];
    bool is_alive;
} bl_epa_face;

typedef struct bl_epa_polytope {
    bl_pair_point vertices[BL_EPA_MAX_VERTICES];
    bl_epa_face faces[BL_EPA_MAX_FACES];
    double keys[BL_EPA_MAX_FACES]; // offset of a face; infinite for dead ones and ones without area
    int free_faces[BL_EPA_MAX_FACES];
    int vertex_count, face_count, free_count; // faces 0 .. face_count - 1 have been in use
    double rounding;                          // m, below which heights over a face mean nothing
} bl_epa_polytope;

// Starts from a tetrahedron; false when it is flat, and it must not be used then.
bool bl_epa_polytope_start(bl_epa_polytope* polytope, const bl_pair_point corners[4], double rounding);

// The face whose plane is nearest to the origin. Not -1 while the polytope is good.
int bl_epa_polytope_closest(const bl_epa_polytope* polytope);

bool bl_epa_polytope_has(const bl_epa_polytope* polytope, belay_vec3 w);

// Extends it to the point, which sees the face from outside. False when it is full, or when rounding has made a hole
// that cannot be closed; it must not be used then.
bool bl_epa_polytope_extend(bl_epa_polytope* polytope, int face, const bl_pair_point* point);

#endif
