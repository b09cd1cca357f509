// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a collider is made of, told back.

#include "belay/introspect.h"
#include "geometry/mesh/mesh.h"
#include "store/checks.h"

#include <string.h>

static belay_result find_to_report(const belay_world* world, belay_collider_id collider, const void* answer,
                                   const char* call, const bl_collider** c)
{
    uint32_t index;
    BL_TRY(bl_find_to_report(world, call, collider.value, BL_TABLE_COLLIDER, "collider", answer, &index));
    *c = &bl_colliders(world)[index];
    return BELAY_OK;
}

static int tube_points(const bl_curve* curve)
{
    return curve->span_count + !curve->is_closed;
}

belay_result belay_collider_get_shape(const belay_world* world, belay_collider_id collider, belay_shape* shape)
{
    const bl_collider* c;
    BL_TRY(find_to_report(world, collider, shape, "belay_collider_get_shape", &c));
    const void* block = c->shape_size > 0 ? world->colliders.shape_bytes + c->shape_at : NULL;
    bl_shape_numbers numbers = bl_collider_numbers(c);
    memset(shape, 0, sizeof *shape);
    shape->type = c->type;
    bl_shape_of(c->type)->describe(&numbers, block, shape);
    return BELAY_OK;
}

belay_result belay_collider_get_pose(const belay_world* world, belay_collider_id collider, belay_pose* pose)
{
    const bl_collider* c;
    BL_TRY(find_to_report(world, collider, pose, "belay_collider_get_pose", &c));
    *pose = bl_collider_family(c) == BL_FAMILY_PLANE ? belay_pose_identity() : c->pose;
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Arrays
// ---------------------------------------------------------------------------------------------------------------------

// Finds the collider of a call that fills an array.
static belay_result find_to_fill(const belay_world* world, belay_collider_id collider, const void* array, int capacity,
                                 const int* count, const char* call, const bl_collider** c)
{
    BL_TRY(find_to_report(world, collider, count, call, c));
    if (capacity >= 0 && (capacity == 0 || array != NULL)) return BELAY_OK;
    return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                   "%s: capacity is %d; it must be at least 0, and the array %s", call, capacity,
                   "not null unless it is 0");
}

static belay_result fail_type(const belay_world* world, const bl_collider* c, const char* call, const char* right)
{
    return bl_fail((belay_world*)world, BELAY_ERROR_COMPONENT, "%s: the collider is a %s; it must be a %s", call,
                   belay_shape_type_name(c->type), right);
}

static belay_vec3 end_of_span(const bl_curve_span* span)
{
    return v3_add(v3_add(span->c[0], span->c[1]), v3_add(span->c[2], span->c[3]));
}

static void fill_tube_points(const bl_curve* curve, belay_vec3* points, int capacity)
{
    const bl_curve_span* spans = bl_curve_spans(curve);
    for (int i = 0; i < tube_points(curve) && i < capacity; i++)
        points[i] = i < curve->span_count ? spans[i].c[0] : end_of_span(&spans[i - 1]);
}

belay_result belay_collider_get_points(const belay_world* world, belay_collider_id collider, belay_vec3* points,
                                       int capacity, int* count)
{
    const char* call = "belay_collider_get_points";
    const bl_collider* c;
    BL_TRY(find_to_fill(world, collider, points, capacity, count, call, &c));
    if (c->type == BELAY_SHAPE_TUBE) {
        const bl_curve* curve = bl_collider_curve(&world->colliders, c);
        fill_tube_points(curve, points, capacity);
        *count = tube_points(curve);
        return BELAY_OK;
    }
    if (c->type != BELAY_SHAPE_HULL) return fail_type(world, c, call, "hull or tube");
    const bl_hull* hull = bl_collider_convex(&world->colliders, c).hull;
    for (int i = 0; i < (int)hull->vertex_count && i < capacity; i++)
        points[i] = bl_hull_vertices(hull)[i];
    *count = (int)hull->vertex_count;
    return BELAY_OK;
}

// Faces as fans about their first corner.
static int fill_hull_triangles(const bl_hull* hull, belay_vec3* corners, int capacity)
{
    const belay_vec3* vertices = bl_hull_vertices(hull);
    const bl_hull_edge* edges = bl_hull_edges(hull);
    int count = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const bl_hull_face* face = &bl_hull_faces(hull)[f];
        uint16_t first = edges[face->edge].origin, at = edges[face->edge].next;
        for (int k = 2; k < face->edge_count; k++, count++, at = edges[at].next) {
            if (count >= capacity) continue;
            corners[3 * count] = vertices[first];
            corners[3 * count + 1] = vertices[edges[at].origin];
            corners[3 * count + 2] = vertices[edges[edges[at].next].origin];
        }
    }
    return count;
}

belay_result belay_collider_get_triangles(const belay_world* world, belay_collider_id collider, belay_vec3* corners,
                                          int capacity, int* count)
{
    const char* call = "belay_collider_get_triangles";
    const bl_collider* c;
    BL_TRY(find_to_fill(world, collider, corners, capacity, count, call, &c));
    if (c->type == BELAY_SHAPE_HULL) {
        *count = fill_hull_triangles(bl_collider_convex(&world->colliders, c).hull, corners, capacity);
        return BELAY_OK;
    }
    if (bl_collider_family(c) != BL_FAMILY_MESH) return fail_type(world, c, call, "hull, mesh or height field");
    const bl_mesh* mesh = bl_collider_mesh(&world->colliders, c);
    *count = bl_mesh_triangle_count(mesh);
    for (int i = 0; i < *count && i < capacity; i++)
        bl_mesh_triangle(mesh, i, corners + 3 * i);
    return BELAY_OK;
}

belay_result belay_collider_get_heights(const belay_world* world, belay_collider_id collider, double* heights,
                                        int capacity, int* count)
{
    const char* call = "belay_collider_get_heights";
    const bl_collider* c;
    belay_height_field field = {0};
    BL_TRY(find_to_fill(world, collider, heights, capacity, count, call, &c));
    if (c->type != BELAY_SHAPE_HEIGHT_FIELD) return fail_type(world, c, call, "height field");
    bl_mesh_grid(bl_collider_mesh(&world->colliders, c), &field);
    *count = field.column_count * field.row_count;
    for (int i = 0; i < *count && i < capacity; i++)
        heights[i] = field.heights[i];
    return BELAY_OK;
}
