// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Meshes of which volume and mass are known: boxes, prisms over a polygon of boxes' corners, rings.

#ifndef BELAY_TESTS_UNIT_GEOMETRY_SOLID_SOLID_SHAPES_H
#define BELAY_TESTS_UNIT_GEOMETRY_SOLID_SOLID_SHAPES_H

#include "belay/belay.h"

enum { SOLID_MOST_VERTICES = 4096, SOLID_MOST_TRIANGLES = 8192 };

typedef struct solid_mesh {
    belay_vec3 vertices[SOLID_MOST_VERTICES];
    int32_t indices[3 * SOLID_MOST_TRIANGLES];
    int vertex_count, triangle_count;
} solid_mesh;

belay_mesh solid_mesh_of(const solid_mesh* m);

// The prism between z = 0 and z = height over a polygon, anticlockwise, that is cut into the triangles of `fans`, three
// numbers each.
void solid_prism(solid_mesh* m, const double (*outline)[2], int count, const int32_t* fans, int fan_count,
                 double height);
// A box from the origin to `size`.
void solid_box(solid_mesh* m, belay_vec3 size);
// 3 by 3 without the upper right 2 by 2, 1 high: volume 5.
void solid_l(solid_mesh* m);
// 3 by 3 without 1 by 2 in the middle above, 1 high: volume 7.
void solid_u(solid_mesh* m);
// A ring about the z axis: a circle of `radius` (with `around` corners) along which goes one of `thickness` (with
// `across` corners).
void solid_ring(solid_mesh* m, double radius, double thickness, int around, int across);

#endif
