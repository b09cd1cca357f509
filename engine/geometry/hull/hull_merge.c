// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From the triangles of an exact polytope to polygons. A polygon grows from the largest triangle that is left over all
// neighbours that lie in its plane within the tolerance: a part of what a parallel plane cuts off, which on a convex
// surface is a disc. A vertex around which there are only one or two polygons is inside a face or on an edge. A vertex
// of a polygon that sticks out of the line between those beside it by no more than the tolerance is no corner either:
// then two faces that meet there turn by so little that, without the vertex, the hull is the same within about the
// tolerance.

#include "core/sort.h"
#include "geometry/hull/hull_exact.h"
#include "geometry/hull/hull_internal.h"

#include <string.h>

// An edge of a triangle: from its corner k to the next.
typedef struct half_edge {
    uint32_t face;
    int k;
} half_edge;

// A polygon under way is known by its first triangle.
typedef struct merging {
    const bl_quick_hull* hull;
    const bl_quick_face* faces;
    uint32_t face_count;
    uint32_t* seed;    // per triangle: the first of its polygon
    uint32_t* stack;   // triangles to grow from
    bl_key_pair* keys; // triangles, the largest first; and scratch
    uint32_t* sectors; // per point: how many stretches of one polygon there are around it
    uint32_t* last;    // per point: the last polygon that came by
    uint32_t* length;  // per triangle, of the polygon it is the first of: boundary edges,
    half_edge* start;  // and one of them
} merging;

static int next_of(int k)
{
    return k < 2 ? k + 1 : 0;
}

static bool is_in_plane(const merging* m, const bl_quick_face* plane, const bl_quick_face* f)
{
    for (int k = 0; k < 3; k++)
        if (fabs(bl_quick_height(m->hull, plane, f->corner[k])) > m->hull->cloud->tolerance) return false;
    return true;
}

static void grow_from(merging* m, uint32_t seed)
{
    size_t waiting = 1;
    m->stack[0] = m->seed[seed] = seed;
    while (waiting > 0) {
        const bl_quick_face* f = &m->faces[m->stack[--waiting]];
        for (int k = 0; k < 3; k++) {
            uint32_t next = f->neighbor[k];
            if (m->seed[next] != BL_HULL_NONE || !is_in_plane(m, &m->faces[seed], &m->faces[next])) continue;
            m->seed[next] = seed;
            m->stack[waiting++] = next;
        }
    }
}

// The bits of positive numbers are in the order of the numbers.
static void grow_all(merging* m)
{
    for (uint32_t i = 0; i < m->face_count; i++) {
        double area = v3_length_squared(m->faces[i].normal);
        m->keys[i] = (bl_key_pair){.minor = i, .first = i};
        memcpy(&m->keys[i].major, &area, sizeof area);
        m->keys[i].major = ~m->keys[i].major;
        m->seed[i] = BL_HULL_NONE;
    }
    bl_key_pairs_sort(m->keys, m->keys + m->face_count, m->face_count);
    for (uint32_t i = 0; i < m->face_count; i++)
        if (m->seed[m->keys[i].first] == BL_HULL_NONE) grow_from(m, m->keys[i].first);
}

static bool is_boundary(const merging* m, half_edge e)
{
    return m->seed[m->faces[e.face].neighbor[e.k]] != m->seed[e.face];
}

static uint32_t origin_of(const merging* m, half_edge e)
{
    return m->faces[e.face].corner[e.k];
}

// Walks around the end of the edge, inside its polygon, to the next edge of the polygon's boundary.
static half_edge next_boundary(const merging* m, half_edge e)
{
    uint32_t turn = m->faces[e.face].corner[next_of(e.k)];
    e.k = next_of(e.k);
    while (!is_boundary(m, e)) {
        e.face = m->faces[e.face].neighbor[e.k];
        for (int k = 0; k < 3; k++)
            if (m->faces[e.face].corner[k] == turn) e.k = k;
    }
    return e;
}

static void count_sectors(merging* m)
{
    for (uint32_t i = 0; i < m->hull->cloud->count; i++) {
        m->sectors[i] = 0;
        m->last[i] = BL_HULL_NONE;
    }
    for (uint32_t i = 0; i < m->face_count; i++)
        m->length[i] = 0;
    for (uint32_t i = 0; i < m->face_count; i++)
        for (int k = 0; k < 3; k++) {
            half_edge e = {i, k};
            if (!is_boundary(m, e)) continue;
            m->sectors[origin_of(m, e)]++;
            m->length[m->seed[i]]++;
            m->start[m->seed[i]] = e;
        }
}

// Whether the middle one of three corners in a row sticks out of the line between the others.
static bool sticks_out(const merging* m, belay_vec3 normal, uint32_t before, uint32_t middle, uint32_t after)
{
    const belay_vec3* g = m->hull->cloud->grid;
    belay_vec3 chord = v3_sub(g[after], g[before]), displacement = v3_sub(g[middle], g[before]);
    double along = v3_dot(displacement, chord), chord_squared = v3_length_squared(chord);
    if (along <= 0.0 || along >= chord_squared) return true;
    return v3_dot(v3_cross(displacement, chord), normal) >
           m->hull->cloud->tolerance * sqrt(chord_squared) * v3_length(normal);
}

// Sets is_corner for the vertices with three or more polygons around them; false when there are others.
static bool find_corners(const merging* m, unsigned char* is_corner)
{
    bool all = true;
    for (uint32_t i = 0; i < m->hull->cloud->count; i++)
        is_corner[i] = m->sectors[i] > 2;
    for (uint32_t i = 0; i < m->face_count; i++)
        for (int k = 0; k < 3; k++)
            all = all && is_corner[m->faces[i].corner[k]];
    return all;
}

// Writes the corners of the polygon along its boundary. False: it is no disc (on a surface that is not convex), so that
// the boundary is in several parts or comes by a vertex twice.
static bool trace(merging* m, uint32_t seed, bl_hull_polygons* polygons)
{
    half_edge e = m->start[seed];
    uint32_t length = 0;
    do {
        uint32_t corner = origin_of(m, e);
        if (m->last[corner] == seed) return false;
        m->last[corner] = seed;
        arrput(polygons->corners, corner);
        length++;
        e = next_boundary(m, e);
    } while (e.face != m->start[seed].face || e.k != m->start[seed].k);
    return length == m->length[seed];
}

// Traces every polygon, or makes triangles again of the first that is bad.
static bool trace_or_dissolve(merging* m, bl_hull_polygons* polygons)
{
    count_sectors(m);
    arrsetlen(polygons->corners, 0);
    arrsetlen(polygons->begins, 0);
    for (uint32_t seed = 0; seed < m->face_count; seed++) {
        if (m->seed[seed] != seed) continue;
        arrput(polygons->begins, (uint32_t)arrlen(polygons->corners));
        if (trace(m, seed, polygons)) continue;
        for (uint32_t i = 0; i < m->face_count; i++)
            if (m->seed[i] == seed) m->seed[i] = i;
        return false;
    }
    arrput(polygons->begins, (uint32_t)arrlen(polygons->corners));
    return true;
}

// Twice the area, across the polygon as the hull will have it.
static belay_vec3 area_of(const belay_vec3* grid, const uint32_t* corners, uint32_t count)
{
    belay_vec3 area = v3_zero(), origin = grid[corners[0]];
    for (uint32_t i = 1; i + 1 < count; i++)
        area = v3_add(area, bl_exact_cross(v3_sub(grid[corners[i]], origin), v3_sub(grid[corners[i + 1]], origin)));
    return area;
}

// Two neighbours never go in one round: each may be there only because of the other.
static void drop_straight_corners(const merging* m, const bl_hull_polygons* polygons, unsigned char* is_corner)
{
    for (uint32_t polygon = 0; polygon < bl_hull_polygon_count(polygons); polygon++) {
        const uint32_t* c = &polygons->corners[polygons->begins[polygon]];
        uint32_t count = polygons->begins[polygon + 1] - polygons->begins[polygon];
        belay_vec3 normal = area_of(m->hull->cloud->grid, c, count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t before = c[i > 0 ? i - 1 : count - 1], after = c[i + 1 < count ? i + 1 : 0];
            if (!is_corner[before] || !is_corner[c[i]] || !is_corner[after]) continue;
            is_corner[c[i]] = sticks_out(m, normal, before, c[i], after);
        }
    }
}

static bool reserve(merging* m, bl_hull_polygons* polygons)
{
    bool ok = true;
    const belay_allocator* allocator = m->hull->allocator;
    BL_ARRAY_RESERVE(m->seed, m->face_count, allocator, &ok);
    BL_ARRAY_RESERVE(m->stack, m->face_count, allocator, &ok);
    BL_ARRAY_RESERVE(m->keys, 2 * (size_t)m->face_count, allocator, &ok);
    BL_ARRAY_RESERVE(m->length, m->face_count, allocator, &ok);
    BL_ARRAY_RESERVE(m->start, m->face_count, allocator, &ok);
    BL_ARRAY_RESERVE(m->sectors, m->hull->cloud->count, allocator, &ok);
    BL_ARRAY_RESERVE(m->last, m->hull->cloud->count, allocator, &ok);
    BL_ARRAY_RESERVE(polygons->corners, 3 * (size_t)m->face_count, allocator, &ok);
    BL_ARRAY_RESERVE(polygons->begins, (size_t)m->face_count + 1, allocator, &ok);
    return ok;
}

bool bl_hull_merge(const bl_quick_hull* hull, bl_hull_polygons* polygons, unsigned char* is_corner)
{
    merging m = {.hull = hull, .faces = hull->faces, .face_count = (uint32_t)arrlen(hull->faces)};
    bool ok = reserve(&m, polygons);
    if (ok) {
        grow_all(&m);
        count_sectors(&m);
        if (find_corners(&m, is_corner)) {
            while (!trace_or_dissolve(&m, polygons))
                continue;
            drop_straight_corners(&m, polygons, is_corner);
        }
    }
    arrfree(m.seed);
    arrfree(m.stack);
    arrfree(m.keys);
    arrfree(m.length);
    arrfree(m.start);
    arrfree(m.sectors);
    arrfree(m.last);
    return ok;
}

void bl_hull_polygons_fini(bl_hull_polygons* polygons)
{
    arrfree(polygons->corners);
    arrfree(polygons->begins);
}
