// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/shapes/meshes.h"

#include "belay/quat.h"
#include "geometry/mesh/mesh_internal.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

unsigned char* mesh_build(const belay_vec3* vertices, int vertex_count, const int32_t* indices, int triangle_count)
{
    belay_mesh def = {vertices, vertex_count, indices, triangle_count};
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block;
    cr_assert_eq(bl_mesh_build(&def, &allocator, &block, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(arrlenu(block), bl_mesh_storage_size(mesh_of(block)));
    return block;
}

unsigned char* mesh_build_field(const double* heights, int columns, int rows, double dx, double dy)
{
    belay_height_field def = {heights, columns, rows, dx, dy};
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block;
    cr_assert_eq(bl_mesh_build_height_field(&def, &allocator, &block, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(arrlenu(block), bl_mesh_storage_size(mesh_of(block)));
    return block;
}

double mesh_level(double x, double y)
{
    (void)x;
    (void)y;
    return 0.0;
}

double mesh_ridge(double x, double y)
{
    (void)y;
    return -0.5 * fabs(x - 2.0);
}

double mesh_valley(double x, double y)
{
    (void)y;
    return 0.5 * fabs(x - 2.0);
}

double mesh_noisy(double x, double y)
{
    uint64_t lot = (uint64_t)(long long)(x * 1000.0 + 0.5) * 7919u + (uint64_t)(long long)(y * 1000.0 + 0.5);
    chance_between(&lot, 0.0, 1.0);
    chance_between(&lot, 0.0, 1.0);
    return chance_between(&lot, -1e-7, 1e-7);
}

typedef belay_vec3 vertex_fn(const void* context, int i, int j);

// n by m cells with diagonals alternating.
static unsigned char* build_cells(int n, int m, vertex_fn* vertex, const void* context)
{
    belay_vec3* vertices = malloc((size_t)((n + 1) * (m + 1)) * sizeof *vertices);
    int32_t* indices = malloc((size_t)(6 * n * m) * sizeof *indices);
    int32_t* k = indices;
    for (int j = 0; j <= m; j++)
        for (int i = 0; i <= n; i++)
            vertices[i + (n + 1) * j] = vertex(context, i, j);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            int32_t p00 = i + (n + 1) * j, p10 = p00 + 1, p01 = p00 + n + 1, p11 = p01 + 1;
            int32_t even[6] = {p00, p10, p11, p00, p11, p01}, odd[6] = {p00, p10, p01, p10, p11, p01};
            memcpy(k, (i + j) % 2 == 0 ? even : odd, sizeof even);
            k += 6;
        }
    unsigned char* block = mesh_build(vertices, (n + 1) * (m + 1), indices, 2 * n * m);
    free(vertices);
    free(indices);
    return block;
}

typedef struct surface {
    double cell;
    mesh_height_fn* height;
} surface;

static belay_vec3 surface_vertex(const void* context, int i, int j)
{
    const surface* s = context;
    return v3(s->cell * i, s->cell * j, s->height(s->cell * i, s->cell * j));
}

unsigned char* mesh_build_surface(int n, int m, double cell, mesh_height_fn* height)
{
    surface s = {cell, height};
    return build_cells(n, m, surface_vertex, &s);
}

static belay_vec3 floor_vertex(const void* context, int i, int j)
{
    return pose_apply(*(const belay_pose*)context, v3(i, j, 0.0));
}

unsigned char* mesh_build_floor(int n, belay_pose pose)
{
    return build_cells(n, n, floor_vertex, &pose);
}

enum { SOUP_POINTS = 60, SOUP_TRIANGLES = 300 };

unsigned char* mesh_build_soup(uint64_t seed)
{
    uint64_t lot = seed;
    belay_vec3 vertices[SOUP_POINTS];
    int32_t indices[3 * SOUP_TRIANGLES];
    for (int i = 0; i < SOUP_POINTS; i++)
        vertices[i] = chance_vector(&lot, 2.0);
    for (int t = 0; t < SOUP_TRIANGLES; t++) {
        int32_t first = (int32_t)chance_below(&lot, SOUP_POINTS - 6);
        indices[3 * t] = first;
        indices[3 * t + 1] = first + 1 + (int32_t)chance_below(&lot, 2);
        indices[3 * t + 2] = first + 3 + (int32_t)chance_below(&lot, 3);
    }
    return mesh_build(vertices, SOUP_POINTS, indices, SOUP_TRIANGLES);
}

unsigned char* mesh_build_rough_field(uint64_t seed, int columns, int rows)
{
    uint64_t lot = seed;
    double* heights = malloc((size_t)(columns * rows) * sizeof *heights);
    for (int i = 0; i < columns * rows; i++)
        heights[i] = chance_between(&lot, -0.5, 0.5);
    unsigned char* block = mesh_build_field(heights, columns, rows, 0.7, 0.4);
    free(heights);
    return block;
}
