// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Triangle meshes and height fields.

#include "belay/result.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/mesh/mesh.h"
#include "geometry/shape/shape_block_check.h"
#include "geometry/shape_check.h"

#include <limits.h>

static bool has_size(const bl_shape_numbers* numbers)
{
    (void)numbers;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Meshes
// ------------------------------------------------------------------------------------------------------------------

static belay_result check_indices(const belay_mesh* mesh, belay_error* error)
{
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        int32_t index = mesh->indices[i];
        if (index < 0 || index >= mesh->vertex_count)
            return belay_error_set(error, BELAY_ERROR_VALUE, "mesh.indices[%zu] is %d; it must be from 0 to %d", i,
                                   (int)index, mesh->vertex_count - 1);
    }
    return BELAY_OK;
}

static belay_result check_mesh(const belay_shape* shape, belay_error* error)
{
    const belay_mesh* mesh = &shape->mesh;
    belay_result result = bl_check_pointer(error, "mesh.vertices", mesh->vertices);
    if (result == BELAY_OK) result = bl_check_pointer(error, "mesh.indices", mesh->indices);
    if (result == BELAY_OK) result = bl_check_count(error, "mesh.vertex_count", mesh->vertex_count, 3);
    if (result == BELAY_OK) result = bl_check_count(error, "mesh.triangle_count", mesh->triangle_count, 1);
    if (result == BELAY_OK) result = bl_check_points(error, "mesh.vertices", mesh->vertices, mesh->vertex_count);
    return result == BELAY_OK ? check_indices(mesh, error) : result;
}

static belay_result build_mesh(const belay_shape* shape, const belay_allocator* allocator, unsigned char** block,
                               belay_error* error)
{
    return bl_mesh_build(&shape->mesh, allocator, block, error);
}

static bool is_mesh_whole(const void* block, size_t size)
{
    return bl_mesh_block_is_whole(block, size, false);
}

static void describe_mesh(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)numbers;
    shape->mesh = (belay_mesh){.triangle_count = bl_mesh_triangle_count(block)};
}

const bl_shape_ops bl_shape_mesh = {
    .name = "mesh",
    .family = BL_FAMILY_MESH,
    .rank = 7,
    .check = check_mesh,
    .describe = describe_mesh,
    .has_size = has_size,
    .build = build_mesh,
    .is_block_whole = is_mesh_whole,
};

// ------------------------------------------------------------------------------------------------------------------
// Height fields
// ------------------------------------------------------------------------------------------------------------------

static belay_result check_heights(const belay_height_field* field, belay_error* error)
{
    size_t count = (size_t)field->column_count * (size_t)field->row_count;
    for (size_t i = 0; i < count; i++) {
        double height = field->heights[i];
        if (bl_is_usable(height) && fabs(height) <= BL_SHAPE_LARGEST) continue;
        return belay_error_set(error, bl_is_usable(height) ? BELAY_ERROR_SHAPE : BELAY_ERROR_VALUE,
                               "height_field.heights[%zu] is %g; it must be finite and at most %g m in size", i, height,
                               BL_SHAPE_LARGEST);
    }
    return BELAY_OK;
}

static belay_result check_grid(const belay_height_field* field, belay_error* error)
{
    int64_t triangles = 2 * (int64_t)(field->column_count - 1) * (int64_t)(field->row_count - 1);
    if (triangles > INT_MAX)
        return belay_error_set(error, BELAY_ERROR_SHAPE,
                               "height_field.column_count is %d and row_count %d; there must be at most %d triangles",
                               field->column_count, field->row_count, INT_MAX);
    belay_result result = bl_check_size(error, "height_field.spacing_x", field->spacing_x);
    return result == BELAY_OK ? bl_check_size(error, "height_field.spacing_y", field->spacing_y) : result;
}

static belay_result check_height_field(const belay_shape* shape, belay_error* error)
{
    const belay_height_field* field = &shape->height_field;
    belay_result result = bl_check_pointer(error, "height_field.heights", field->heights);
    if (result == BELAY_OK) result = bl_check_count(error, "height_field.column_count", field->column_count, 2);
    if (result == BELAY_OK) result = bl_check_count(error, "height_field.row_count", field->row_count, 2);
    if (result == BELAY_OK) result = check_grid(field, error);
    return result == BELAY_OK ? check_heights(field, error) : result;
}

static belay_result build_height_field(const belay_shape* shape, const belay_allocator* allocator,
                                       unsigned char** block, belay_error* error)
{
    return bl_mesh_build_height_field(&shape->height_field, allocator, block, error);
}

static bool is_grid_whole(const void* block, size_t size)
{
    return bl_mesh_block_is_whole(block, size, true);
}

static void describe_height_field(const bl_shape_numbers* numbers, const void* block, belay_shape* shape)
{
    (void)numbers;
    bl_mesh_grid(block, &shape->height_field);
    shape->height_field.heights = NULL;
}

const bl_shape_ops bl_shape_height_field = {
    .name = "height field",
    .family = BL_FAMILY_MESH,
    .rank = 8,
    .check = check_height_field,
    .describe = describe_height_field,
    .has_size = has_size,
    .build = build_height_field,
    .is_block_whole = is_grid_whole,
};
