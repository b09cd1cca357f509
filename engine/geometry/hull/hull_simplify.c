// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Fewer corners for a hull that has too many: quickhull again, but always with the point that is furthest outside, and
// stopped early.

#include "belay/result.h"
#include "geometry/hull/hull_internal.h"
#include "geometry/shape_check.h"

#include <string.h>

static uint32_t face_with_furthest(const bl_quick_hull* quick)
{
    uint32_t best = BL_HULL_NONE;
    double most = 0.0;
    for (uint32_t i = 0; i < (uint32_t)arrlen(quick->faces); i++) {
        const bl_quick_face* f = &quick->faces[i];
        if (!f->is_alive || f->outside == BL_HULL_NONE || f->height <= most) continue;
        most = f->height;
        best = i;
    }
    return best;
}

static void mark_vertices(const bl_quick_hull* quick, unsigned char* is_kept)
{
    memset(is_kept, 0, quick->cloud->count);
    for (uint32_t i = 0; i < (uint32_t)arrlen(quick->faces); i++)
        for (int k = 0; k < 3; k++)
            if (quick->faces[i].is_alive) is_kept[quick->faces[i].corner[k]] = 1;
}

// Leaves at most `max_count` points in the cloud.
static belay_result choose(bl_hull_cloud* cloud, uint32_t max_count, const belay_allocator* allocator,
                           belay_error* error)
{
    bl_quick_hull quick;
    belay_result result = bl_quick_hull_init(&quick, cloud, allocator, error);
    if (result != BELAY_OK) return result;
    unsigned char* is_kept = NULL;
    BL_ARRAY_RESERVE(is_kept, cloud->count, allocator, &quick.has_memory);
    while (quick.has_memory && bl_quick_hull_vertex_count(&quick) < max_count) {
        uint32_t face = face_with_furthest(&quick);
        if (face == BL_HULL_NONE) break;
        bl_quick_hull_add(&quick, face);
    }
    bool ok = quick.has_memory;
    if (ok) {
        mark_vertices(&quick, is_kept);
        bl_hull_cloud_keep(cloud, is_kept);
    }
    arrfree(is_kept);
    bl_quick_hull_fini(&quick);
    if (ok) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_MEMORY, "hull.points: no memory for the hull of %u points",
                           (unsigned)cloud->count);
}

static double distance_to_segment(belay_vec3 p, belay_vec3 a, belay_vec3 b)
{
    belay_vec3 displacement = v3_sub(b, a), from = v3_sub(p, a);
    double t = v3_dot(from, displacement) / v3_length_squared(displacement);
    return v3_length(v3_add_scaled(from, -fmin(fmax(t, 0.0), 1.0), displacement));
}

// To the polygon from a point that is `height` above its plane.
static double distance_to_face(const bl_hull* h, const bl_hull_face* face, belay_vec3 p, double height)
{
    const belay_vec3* v = bl_hull_vertices(h);
    const bl_hull_edge* e = &bl_hull_edges(h)[face->edge];
    double nearest = HUGE_VAL;
    bool is_inside = true;
    for (uint32_t i = 0; i < face->edge_count; i++) {
        belay_vec3 a = v[e[i].origin], b = v[e[i + 1 < face->edge_count ? i + 1 : 0].origin];
        nearest = fmin(nearest, distance_to_segment(p, a, b));
        is_inside = is_inside && v3_dot(v3_cross(v3_sub(b, a), v3_sub(p, a)), face->normal) >= 0.0;
    }
    return is_inside ? height : nearest;
}

// The nearest point of a hull lies on a face that is seen from outside.
static double distance_outside(const bl_hull* h, belay_vec3 p)
{
    const bl_hull_face* faces = bl_hull_faces(h);
    double nearest = HUGE_VAL;
    for (uint32_t f = 0; f < h->face_count; f++) {
        double height = v3_dot(faces[f].normal, p) - faces[f].offset;
        if (height > 0.0) nearest = fmin(nearest, distance_to_face(h, &faces[f], p, height));
    }
    return nearest < HUGE_VAL ? nearest : 0.0;
}

static void write_chosen(const bl_hull* h, const belay_hull* all, belay_vec3* chosen, int* chosen_count, double* excess)
{
    double most = 0.0;
    for (int i = 0; excess != NULL && i < all->point_count; i++)
        most = fmax(most, distance_outside(h, all->points[i]));
    if (excess != NULL) *excess = most;
    memcpy(chosen, bl_hull_vertices(h), h->vertex_count * sizeof *chosen);
    *chosen_count = (int)h->vertex_count;
}

static belay_result check_arguments(const belay_hull* hull, int max_count, const belay_vec3* chosen,
                                    const int* chosen_count, belay_error* error)
{
    if (hull == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "hull is null; it must be given");
    if (chosen == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "chosen is null; it must be given");
    if (chosen_count == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "chosen_count is null; it must be given");
    if (max_count < 4 || max_count > BELAY_MAX_HULL_VERTICES)
        return belay_error_set(error, BELAY_ERROR_VALUE, "max_count is %d; it must be from 4 to %d", max_count,
                               BELAY_MAX_HULL_VERTICES);
    belay_shape shape = {.type = BELAY_SHAPE_HULL, .hull = *hull};
    return bl_shape_check(&shape, error);
}

belay_result belay_hull_simplify(const belay_hull* hull, int max_count, belay_vec3* chosen, int* chosen_count,
                                 double* excess, belay_error* error)
{
    belay_allocator allocator = bl_allocator_default();
    bl_hull_cloud cloud = {0};
    bl_hull_polygons polygons = {NULL, NULL};
    unsigned char* block = NULL;
    belay_result result = check_arguments(hull, max_count, chosen, chosen_count, error);
    if (result == BELAY_OK) result = bl_hull_cloud_init(&cloud, hull->points, hull->point_count, &allocator, error);
    if (result == BELAY_OK) result = bl_hull_find_faces(&cloud, &polygons, &allocator, error);
    if (result == BELAY_OK && cloud.count > (uint32_t)max_count)
        result = choose(&cloud, (uint32_t)max_count, &allocator, error);
    if (result == BELAY_OK) result = bl_hull_build(cloud.points, (int)cloud.count, &allocator, &block, error);
    if (result == BELAY_OK) write_chosen((bl_hull*)(void*)block, hull, chosen, chosen_count, excess);
    arrfree(block);
    bl_hull_cloud_fini(&cloud);
    bl_hull_polygons_fini(&polygons);
    return result;
}
