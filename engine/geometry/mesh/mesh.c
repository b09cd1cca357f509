// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Looking up what a mesh is made of.

#include "geometry/mesh/mesh_internal.h"

uint64_t bl_mesh_storage_size(const bl_mesh* mesh)
{
    return mesh->storage_size;
}

int bl_mesh_triangle_count(const bl_mesh* mesh)
{
    return (int)mesh->triangle_count;
}

int bl_mesh_dropped_triangles(const bl_mesh* mesh)
{
    return (int)mesh->dropped_count;
}

void bl_mesh_grid(const bl_mesh* mesh, belay_height_field* field)
{
    if (!bl_mesh_is_grid(mesh)) return;
    *field = (belay_height_field){bl_mesh_heights(mesh), (int)mesh->column_count, (int)mesh->row_count, mesh->spacing_x,
                                  mesh->spacing_y};
}

bool bl_mesh_is_one_sided(const bl_mesh* mesh)
{
    return bl_mesh_is_grid(mesh);
}

void bl_mesh_bounds(const bl_mesh* mesh, belay_vec3* lower, belay_vec3* upper)
{
    *lower = mesh->lower;
    *upper = mesh->upper;
    if (bl_mesh_is_one_sided(mesh)) lower->z -= fmax(mesh->upper.x, mesh->upper.y);
}

// Corners and vertices of f->number.
static void look_up_corners(const bl_mesh* mesh, bl_mesh_facet* f)
{
    if (bl_mesh_is_grid(mesh)) {
        bl_grid_corners(mesh, f);
        return;
    }
    const bl_mesh_record* record = &bl_mesh_records(mesh)[f->number];
    const belay_vec3* vertices = bl_mesh_vertices(mesh);
    for (int i = 0; i < 3; i++) {
        f->vertex[i] = record->vertex[i];
        f->corners[i] = vertices[record->vertex[i]];
    }
}

bl_mesh_facet bl_mesh_facet_at(const bl_mesh* mesh, int triangle)
{
    bl_mesh_facet f;
    f.number = triangle;
    f.plane = bl_mesh_plane_numbers(mesh)[triangle];
    look_up_corners(mesh, &f);
    if (f.plane == BL_MESH_NONE) {
        f.normal = bl_mesh_is_grid(mesh) ? bl_grid_normal(mesh, &f) : bl_mesh_records(mesh)[triangle].normal;
        f.offset = v3_dot(f.normal, f.corners[0]);
    } else {
        f.normal = bl_mesh_planes(mesh)[f.plane].normal;
        f.offset = bl_mesh_planes(mesh)[f.plane].offset;
    }
    return f;
}

double bl_mesh_rough_cosine(const bl_mesh* mesh, int triangle, belay_vec3 direction)
{
    if (!bl_mesh_is_grid(mesh)) return fabs(v3_dot(bl_mesh_records(mesh)[triangle].normal, direction));
    belay_vec3 up = bl_grid_upward(mesh, triangle);
    return fabs(v3_dot(up, direction)) / v3_length(up);
}

void bl_mesh_triangle(const bl_mesh* mesh, int triangle, belay_vec3 corners[3])
{
    bl_mesh_facet f;
    f.number = triangle;
    look_up_corners(mesh, &f);
    for (int i = 0; i < 3; i++)
        corners[i] = f.corners[i];
}

belay_vec3 bl_mesh_point(const bl_mesh* mesh, uint32_t vertex)
{
    return bl_mesh_is_grid(mesh) ? bl_grid_point(mesh, vertex) : bl_mesh_vertices(mesh)[vertex];
}

uint32_t bl_mesh_neighbor(const bl_mesh* mesh, int triangle, int edge)
{
    if (bl_mesh_is_grid(mesh)) return bl_grid_neighbor(mesh, triangle, edge);
    return bl_mesh_records(mesh)[triangle].neighbor[edge];
}

const uint32_t* bl_mesh_fan(const bl_mesh* mesh, uint32_t vertex, uint32_t store[6], int* count)
{
    if (bl_mesh_is_grid(mesh)) {
        *count = bl_grid_fan(mesh, vertex, store);
        return store;
    }
    const uint32_t* starts = bl_mesh_at(mesh, mesh->fan_starts_at);
    const uint32_t* fans = bl_mesh_at(mesh, mesh->fans_at);
    *count = (int)(starts[vertex + 1] - starts[vertex]);
    return fans + starts[vertex];
}
