// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The faces of a hull as triangles between the points that it is made of, for those who draw it.

#include "belay/result.h"
#include "geometry/hull/hull_internal.h"

// The vertex in the place of the point, BL_HULL_NONE when it became none. Vertices are sorted as bl_point_is_before
// says, for which 0 and -0 are alike.
static uint32_t find_vertex(const bl_hull* h, belay_vec3 point)
{
    const belay_vec3* vertices = bl_hull_vertices(h);
    uint32_t low = 0, high = h->vertex_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bl_point_is_before(vertices[middle], point)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < h->vertex_count && !bl_point_is_before(point, vertices[low]) ? low : BL_HULL_NONE;
}

// Of doubled points the first.
static void find_points(const bl_hull* h, const belay_hull* hull, int32_t point_of[BELAY_MAX_HULL_VERTICES])
{
    for (int i = hull->point_count - 1; i >= 0; i--) {
        uint32_t vertex = find_vertex(h, hull->points[i]);
        if (vertex != BL_HULL_NONE) point_of[vertex] = i;
    }
}

// Each face as a fan from its lowest vertex. Returns how many triangles there are; `capacity` of them have room.
static int write_triangles(const bl_hull* h, const int32_t* point_of, int32_t* corners, int capacity)
{
    const bl_hull_edge* edges = bl_hull_edges(h);
    int count = 0;
    for (uint32_t f = 0; f < h->face_count; f++) {
        const bl_hull_face* face = &bl_hull_faces(h)[f];
        const bl_hull_edge* e = &edges[face->edge];
        for (uint32_t i = 1; i + 1 < face->edge_count; i++, count++) {
            if (count >= capacity) continue;
            corners[3 * count] = point_of[e[0].origin];
            corners[3 * count + 1] = point_of[e[i].origin];
            corners[3 * count + 2] = point_of[e[i + 1].origin];
        }
    }
    return count;
}

belay_result belay_hull_triangles(const belay_hull* hull, int32_t* corners, int capacity, int* count,
                                  belay_error* error)
{
    if (hull == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "hull is null; it must be given");
    if (count == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "count is null; it must be given");
    if (capacity < 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "capacity is %d; it must be at least 0", capacity);
    if (corners == NULL && capacity > 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "corners is null, and capacity %d", capacity);
    belay_allocator allocator = bl_allocator_default();
    unsigned char* block = NULL;
    belay_result result = bl_hull_build(hull->points, hull->point_count, &allocator, &block, error);
    if (result != BELAY_OK) return result;
    const bl_hull* h = (const bl_hull*)(const void*)block;
    int32_t point_of[BELAY_MAX_HULL_VERTICES];
    find_points(h, hull, point_of);
    *count = write_triangles(h, point_of, corners, capacity);
    arrfree(block);
    return BELAY_OK;
}
