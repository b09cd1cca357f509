// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/hull/hull.h"

#include "belay/result.h"
#include "geometry/hull/hull_internal.h"
#include "geometry/shape_check.h"

// Numbers the corners of the polygons as the points are numbered once the others are gone.
static void renumber(bl_hull_polygons* polygons, const unsigned char* is_corner, uint32_t count, uint32_t* index)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        index[i] = kept;
        kept += is_corner[i];
    }
    for (ptrdiff_t i = 0; i < arrlen(polygons->corners); i++)
        polygons->corners[i] = index[polygons->corners[i]];
}

static uint32_t count_corners(const unsigned char* is_corner, uint32_t count)
{
    uint32_t corners = 0;
    for (uint32_t i = 0; i < count; i++)
        corners += is_corner[i];
    return corners;
}

// One round: the vertices that are needed stay. Sets *is_done when all were.
static belay_result find_faces_once(bl_hull_cloud* cloud, bl_hull_polygons* polygons, unsigned char* is_corner,
                                    const belay_allocator* allocator, bool* is_done, belay_error* error)
{
    bl_quick_hull quick;
    belay_result result = bl_quick_hull_init(&quick, cloud, allocator, error);
    if (result != BELAY_OK) return result;
    bool ok = bl_quick_hull_complete(&quick) && bl_hull_merge(&quick, polygons, is_corner);
    if (ok) {
        *is_done = count_corners(is_corner, cloud->count) == bl_quick_hull_vertex_count(&quick);
        if (*is_done) renumber(polygons, is_corner, cloud->count, quick.fan);
        bl_hull_cloud_keep(cloud, is_corner);
    }
    bl_quick_hull_fini(&quick);
    if (ok) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_MEMORY, "hull.points: no memory for the hull of %u points",
                           (unsigned)cloud->count);
}

belay_result bl_hull_find_faces(bl_hull_cloud* cloud, bl_hull_polygons* polygons, const belay_allocator* allocator,
                                belay_error* error)
{
    unsigned char* is_corner = NULL;
    bool is_done = false, ok = true;
    belay_result result = BELAY_OK;
    BL_ARRAY_RESERVE(is_corner, cloud->count, allocator, &ok);
    if (!ok) return belay_error_set(error, BELAY_ERROR_MEMORY, "hull.points: no memory");
    while (result == BELAY_OK && !is_done)
        result = find_faces_once(cloud, polygons, is_corner, allocator, &is_done, error);
    arrfree(is_corner);
    return result;
}

belay_result bl_hull_build(const belay_vec3* points, int point_count, const belay_allocator* allocator,
                           unsigned char** block, belay_error* error)
{
    *block = NULL;
    belay_shape shape = {.type = BELAY_SHAPE_HULL, .hull = {points, point_count}};
    bl_hull_cloud cloud;
    bl_hull_polygons polygons = {NULL, NULL};
    belay_result result = bl_shape_check(&shape, error);
    if (result == BELAY_OK) result = bl_hull_cloud_init(&cloud, points, point_count, allocator, error);
    if (result != BELAY_OK) return result;
    result = bl_hull_find_faces(&cloud, &polygons, allocator, error);
    if (result == BELAY_OK && cloud.count > BELAY_MAX_HULL_VERTICES)
        result = belay_error_set(
            error, BELAY_ERROR_SHAPE,
            "hull.points: their hull has %u corners; there must be at most %d (belay_hull_simplify chooses some)",
            (unsigned)cloud.count, BELAY_MAX_HULL_VERTICES);
    if (result == BELAY_OK) result = bl_hull_make_block(&cloud, &polygons, allocator, block, error);
    if (result != BELAY_OK) arrfree(*block);
    bl_hull_cloud_fini(&cloud);
    bl_hull_polygons_fini(&polygons);
    return result;
}
