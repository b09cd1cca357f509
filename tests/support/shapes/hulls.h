// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Hulls for tests, and the properties that define them.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_HULLS_H
#define BELAY_TESTS_SUPPORT_SHAPES_HULLS_H

#include "geometry/hull/hull.h"

#include <stdbool.h>

#define HULLS_MAX_POINTS 1400

// Ends the test when the engine refuses it; hull_destroy gives it back.
bl_hull* hull_build(const belay_vec3* points, int count);
void hull_destroy(bl_hull* hull);
bool hull_has_same_bits(const bl_hull* a, const bl_hull* b);
void hull_check_counts(const bl_hull* h, unsigned vertices, unsigned faces);

typedef struct hull_cloud_size {
    double extent, largest;
} hull_cloud_size;

hull_cloud_size hull_measure(const belay_vec3* points, int count);
// Faces, edges, corners, and all points inside.
void hull_check_polytope(const bl_hull* h, const belay_vec3* points, int count);
// Points of a grid of `steps` cells an edge on the faces of a cube, or in all of it; returns their number.
int hull_cube_grid(belay_vec3* points, int steps, bool is_filled);
bool hull_is_corner_of_cube(belay_vec3 p);
// That these make no hull, with that code and a message that has `text`.
void hull_check_refused(const belay_vec3* points, int count, belay_result code, const char* text);

#endif
