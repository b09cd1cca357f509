// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/shapes/hulls.h"

#include "core/alloc.h"
#include "geometry/hull/hull_internal.h"
#include "support/chance.h"
#include "support/shapes/points.h"

#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

bl_hull* hull_build(const belay_vec3* points, int count)
{
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block;
    belay_result result = bl_hull_build(points, count, &allocator, &block, &error);
    cr_assert(result == BELAY_OK, "%s", error.message);
    return (bl_hull*)(void*)block;
}

void hull_destroy(bl_hull* hull)
{
    unsigned char* block = (unsigned char*)hull;
    arrfree(block);
}

bool hull_has_same_bits(const bl_hull* a, const bl_hull* b)
{
    return a->storage_size == b->storage_size && memcmp(a, b, (size_t)a->storage_size) == 0;
}

void hull_check_counts(const bl_hull* h, unsigned vertices, unsigned faces)
{
    cr_assert(h->vertex_count == vertices && h->face_count == faces, "%u vertices, %u faces", h->vertex_count,
              h->face_count);
    cr_assert_eq(h->edge_count, 2 * (vertices + faces - 2), "Euler: V - E + F = 2");
}

hull_cloud_size hull_measure(const belay_vec3* points, int count)
{
    belay_vec3 lower = points[0], upper = points[0];
    for (int i = 1; i < count; i++) {
        lower = v3(fmin(lower.x, points[i].x), fmin(lower.y, points[i].y), fmin(lower.z, points[i].z));
        upper = v3(fmax(upper.x, points[i].x), fmax(upper.y, points[i].y), fmax(upper.z, points[i].z));
    }
    double a = fmax(fabs(lower.x), fmax(fabs(lower.y), fabs(lower.z)));
    double b = fmax(fabs(upper.x), fmax(fabs(upper.y), fabs(upper.z)));
    return (hull_cloud_size){v3_distance(lower, upper), fmax(a, b)};
}

// What the hull may be off by.
static double tolerance_of(const belay_vec3* points, int count)
{
    hull_cloud_size size = hull_measure(points, count);
    return fmax(1e-9 * size.extent, 64.0 * DBL_EPSILON * size.largest);
}

static void check_edges(const bl_hull* h)
{
    const bl_hull_edge* e = bl_hull_edges(h);
    for (uint32_t i = 0; i < h->edge_count; i++) {
        cr_assert(e[i].twin < h->edge_count && e[i].next < h->edge_count && e[i].face < h->face_count);
        cr_assert(e[e[i].twin].twin == i && e[i].twin != i);
        cr_assert_eq(e[e[i].twin].origin, e[e[i].next].origin, "a twin runs the other way");
        cr_assert_neq(e[e[i].twin].face, e[i].face);
        cr_assert_eq(e[e[i].next].face, e[i].face);
    }
}

static void check_faces_share_one_edge(const bl_hull* h)
{
    static unsigned char shared[512][512];
    const bl_hull_edge* e = bl_hull_edges(h);
    memset(shared, 0, sizeof shared);
    for (uint32_t i = 0; i < h->edge_count; i++)
        cr_assert_eq(shared[e[i].face][e[e[i].twin].face]++, 0, "two faces meet in one edge");
}

static void check_vertices(const bl_hull* h, const belay_vec3* points, int count)
{
    const belay_vec3* v = bl_hull_vertices(h);
    unsigned degree[BELAY_MAX_HULL_VERTICES] = {0};
    for (uint32_t i = 0; i < h->edge_count; i++)
        degree[bl_hull_edges(h)[i].origin]++;
    for (uint32_t i = 0; i < h->vertex_count; i++) {
        bool is_given = false;
        for (int k = 0; k < count; k++)
            is_given = is_given || (v[i].x == points[k].x && v[i].y == points[k].y && v[i].z == points[k].z);
        cr_assert(is_given, "vertex %u is no input point", i);
        cr_assert_geq(degree[i], 3);
        cr_assert_eq(bl_hull_edges(h)[bl_hull_vertex_edges(h)[i]].origin, i);
        if (i == 0) continue;
        belay_vec3 a = v[i - 1], b = v[i];
        cr_assert(a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && a.z < b.z))), "sorted");
    }
}

// Planar, strictly convex, and nothing outside.
static void check_face(const bl_hull* h, const bl_hull_face* f, const belay_vec3* points, int count, double tolerance)
{
    const belay_vec3* v = bl_hull_vertices(h);
    const bl_hull_edge* e = bl_hull_edges(h);
    unsigned edges = 0, k = f->edge;
    cr_assert_float_eq(v3_length(f->normal), 1.0, 1e-15);
    do {
        belay_vec3 a = v[e[k].origin], b = v[e[e[k].next].origin], c = v[e[e[e[k].next].next].origin];
        cr_assert_float_eq(v3_dot(f->normal, a), f->offset, tolerance);
        cr_assert_gt(v3_dot(v3_cross(v3_sub(b, a), v3_sub(c, b)), f->normal), 0.0);
        cr_assert_lt(++edges, 256);
        k = e[k].next;
    } while (k != f->edge);
    cr_assert_eq(edges, f->edge_count);
    for (int i = 0; i < count; i++)
        cr_assert_leq(v3_dot(f->normal, points[i]) - f->offset, tolerance);
}

void hull_check_polytope(const bl_hull* h, const belay_vec3* points, int count)
{
    double tolerance = tolerance_of(points, count);
    hull_check_counts(h, h->vertex_count, h->face_count);
    check_edges(h);
    check_faces_share_one_edge(h);
    check_vertices(h, points, count);
    for (uint32_t f = 0; f < h->face_count; f++)
        check_face(h, &bl_hull_faces(h)[f], points, count, tolerance);
}

int hull_cube_grid(belay_vec3* points, int steps, bool is_filled)
{
    int count = 0;
    for (int i = 0; i <= steps; i++)
        for (int j = 0; j <= steps; j++)
            for (int k = 0; k <= steps; k++) {
                bool is_on_face = i % steps == 0 || j % steps == 0 || k % steps == 0;
                if (is_on_face || is_filled) points[count++] = v3(1.0 * i / steps, 1.0 * j / steps, 1.0 * k / steps);
            }
    return count;
}

bool hull_is_corner_of_cube(belay_vec3 p)
{
    return (p.x == 0.0 || p.x == 1.0) && (p.y == 0.0 || p.y == 1.0) && (p.z == 0.0 || p.z == 1.0);
}

void hull_check_refused(const belay_vec3* points, int count, belay_result code, const char* text)
{
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block = (unsigned char*)&error;
    cr_assert_eq(bl_hull_build(points, count, &allocator, &block, &error), code, "%s", error.message);
    cr_assert_eq(error.code, code);
    cr_assert_null(block);
    cr_assert_not_null(strstr(error.message, text), "\"%s\" does not say \"%s\"", error.message, text);
}
