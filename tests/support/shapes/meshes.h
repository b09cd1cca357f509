// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Meshes and height fields for tests. What is built is an array: arrfree gives it back.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_MESHES_H
#define BELAY_TESTS_SUPPORT_SHAPES_MESHES_H

#include "core/alloc.h"
#include "geometry/mesh/mesh.h"

#include <stdint.h>

// These end the test when the engine refuses them.
unsigned char* mesh_build(const belay_vec3* vertices, int vertex_count, const int32_t* indices, int triangle_count);
unsigned char* mesh_build_field(const double* heights, int columns, int rows, double dx, double dy);

static inline const bl_mesh* mesh_of(const unsigned char* block)
{
    return (const bl_mesh*)(const void*)block;
}

typedef double mesh_height_fn(double x, double y);

double mesh_level(double x, double y);
// Two flat slopes that meet at x = 2; the ridge falls to both sides, the valley rises.
double mesh_ridge(double x, double y);
double mesh_valley(double x, double y);
// Up to 1e-7 of any height at every vertex.
double mesh_noisy(double x, double y);

// n by m cells of the given size over x >= 0, y >= 0, diagonals alternating; heights from a function.
unsigned char* mesh_build_surface(int n, int m, double cell, mesh_height_fn* height);
// A square floor of n by n cells of size 1 at z = 0, with diagonals alternating; placed by `pose`.
unsigned char* mesh_build_floor(int n, belay_pose pose);
// Triangles between random ones of a few points: some share edges, many cross, some edges have more than two.
unsigned char* mesh_build_soup(uint64_t seed);
unsigned char* mesh_build_rough_field(uint64_t seed, int columns, int rows);

#endif
