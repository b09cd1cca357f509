// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From a definition to a mesh: checked, equal vertices made one, slivers dropped, triangles put in the tree's order.

#include "belay/result.h"
#include "core/alloc.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/mesh/mesh_internal.h"
#include "geometry/shape_check.h"

#include <string.h>

// What building needs beside the block; arrays of the caller's allocator.
typedef struct builder {
    const belay_mesh* def;
    const belay_allocator* allocator;
    uint32_t* same;      // def's vertices: the first with the same coordinates; later the number in the block
    uint32_t* kept;      // numbers in def of the triangles that are not dropped
    belay_vec3* middles; // of these
    uint32_t* order;     // of these, in the block
    belay_vec3 lower, upper;
    uint32_t count; // of kept
} builder;

static void builder_fini(builder* b)
{
    arrfree(b->same);
    arrfree(b->kept);
    arrfree(b->middles);
    arrfree(b->order);
}

static bool builder_init(builder* b, const belay_mesh* def, const belay_allocator* allocator)
{
    memset(b, 0, sizeof *b);
    b->def = def;
    b->allocator = allocator;
    bool ok = true;
    BL_ARRAY_RESERVE(b->same, def->vertex_count, allocator, &ok);
    BL_ARRAY_RESERVE(b->kept, def->triangle_count, allocator, &ok);
    BL_ARRAY_RESERVE(b->middles, def->triangle_count, allocator, &ok);
    BL_ARRAY_RESERVE(b->order, def->triangle_count, allocator, &ok);
    return ok;
}

// Before the checks of all shapes, whose code for an index is another.
static belay_result check(const belay_mesh* def, belay_error* error)
{
    if (def->indices != NULL && def->vertices != NULL && def->vertex_count >= 0) {
        for (int64_t i = 0; i < 3 * (int64_t)def->triangle_count; i++) {
            int index = def->indices[i];
            if (index < 0 || index >= def->vertex_count)
                return belay_error_set(error, BELAY_ERROR_SHAPE, "mesh.indices[%lld] is %d; it must be from 0 to %d",
                                       (long long)i, index, def->vertex_count - 1);
        }
    }
    if (def->triangle_count > BL_MESH_MAX_TRIANGLES)
        return belay_error_set(error, BELAY_ERROR_SHAPE, "mesh.triangle_count is %d; it must be at most %d",
                               def->triangle_count, BL_MESH_MAX_TRIANGLES);
    belay_shape shape;
    shape.type = BELAY_SHAPE_MESH;
    shape.mesh = *def;
    return bl_shape_check(&shape, error);
}

static belay_vec3 def_corner(const builder* b, uint32_t triangle, uint32_t corner)
{
    return b->def->vertices[b->def->indices[3 * (size_t)triangle + corner]];
}

static void set_bounds(builder* b)
{
    b->lower = b->upper = def_corner(b, 0, 0);
    for (uint32_t t = 0; t < (uint32_t)b->def->triangle_count; t++)
        for (uint32_t i = 0; i < 3; i++) {
            belay_vec3 p = def_corner(b, t, i);
            b->lower = v3(fmin(b->lower.x, p.x), fmin(b->lower.y, p.y), fmin(b->lower.z, p.z));
            b->upper = v3(fmax(b->upper.x, p.x), fmax(b->upper.y, p.y), fmax(b->upper.z, p.z));
        }
}

static double extent_of(const builder* b)
{
    belay_vec3 d = v3_sub(b->upper, b->lower);
    return fmax(d.x, fmax(d.y, d.z));
}

static belay_vec3 area_vector(belay_vec3 p0, belay_vec3 p1, belay_vec3 p2)
{
    return v3_scale(0.5, v3_cross(v3_sub(p1, p0), v3_sub(p2, p0)));
}

static void keep_triangles(builder* b)
{
    double extent = extent_of(b), least = BL_MESH_LEAST_AREA * extent * extent;
    for (uint32_t t = 0; t < (uint32_t)b->def->triangle_count; t++) {
        belay_vec3 p0 = def_corner(b, t, 0), p1 = def_corner(b, t, 1), p2 = def_corner(b, t, 2);
        double area = v3_length(area_vector(p0, p1, p2));
        if (!(area >= least && area > 0.0)) continue;
        b->kept[b->count] = t;
        b->middles[b->count++] = v3_scale(1.0 / 3.0, v3_add(p0, v3_add(p1, p2)));
    }
}

// Numbers the vertices in use as the triangles come to them; returns how many there are.
static uint32_t number_vertices(const builder* b, uint32_t* numbers)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < b->count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = b->same[b->def->indices[3 * (size_t)b->kept[b->order[i]] + k]];
            if (numbers[v] == BL_MESH_NONE) numbers[v] = used++;
        }
    return used;
}

static uint64_t place(uint64_t* size, uint64_t bytes)
{
    uint64_t at = *size;
    *size += (bytes + 7) / 8 * 8;
    return at;
}

static bl_mesh lay_out(const builder* b, uint32_t vertex_count)
{
    bl_mesh m;
    memset(&m, 0, sizeof m);
    m.triangle_count = b->count;
    m.dropped_count = (uint32_t)b->def->triangle_count - b->count;
    m.vertex_count = vertex_count;
    m.node_count = bl_mesh_tree_size(b->count);
    m.extent = extent_of(b);
    uint64_t size = sizeof m, n = b->count;
    m.nodes_at = place(&size, m.node_count * sizeof(bl_mesh_node));
    m.records_at = place(&size, n * sizeof(bl_mesh_record));
    m.vertices_at = place(&size, vertex_count * sizeof(belay_vec3));
    m.fan_starts_at = place(&size, (vertex_count + (uint64_t)1) * sizeof(uint32_t));
    m.fans_at = place(&size, 3 * n * sizeof(uint32_t));
    m.plane_numbers_at = place(&size, n * sizeof(uint32_t));
    m.sheets_at = place(&size, n * sizeof(uint32_t));
    m.storage_size = size;
    return m;
}

static void fill(bl_mesh* mesh, const builder* b, const uint32_t* numbers, bl_mesh layout)
{
    *mesh = layout;
    belay_vec3* vertices = bl_mesh_at_mutable(mesh, mesh->vertices_at);
    bl_mesh_record* records = bl_mesh_at_mutable(mesh, mesh->records_at);
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t t = b->kept[b->order[i]];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t v = numbers[b->same[b->def->indices[3 * (size_t)t + k]]];
            records[i].vertex[k] = v;
            vertices[v] = v3_add(def_corner(b, t, k), v3_zero()); // -0 becomes 0
        }
        belay_vec3 area = area_vector(def_corner(b, t, 0), def_corner(b, t, 1), def_corner(b, t, 2));
        records[i].normal = v3_scale(1.0 / v3_length(area), area);
    }
    memset(bl_mesh_at_mutable(mesh, mesh->plane_numbers_at), 0xff, mesh->triangle_count * sizeof(uint32_t));
}

// Everything but planes and sheets; false when memory runs out.
static bool build_block(builder* b, uint32_t* numbers, unsigned char** block)
{
    memset(numbers, 0xff, (size_t)b->def->vertex_count * sizeof *numbers);
    bl_mesh layout = lay_out(b, number_vertices(b, numbers));
    bool ok = true;
    BL_ARRAY_RESERVE(*block, layout.storage_size, b->allocator, &ok);
    if (!ok) return false;
    bl_mesh* mesh = (bl_mesh*)(void*)*block;
    fill(mesh, b, numbers, layout);
    bl_mesh_build_tree(mesh);
    mesh->lower = bl_mesh_nodes(mesh)->lower;
    mesh->upper = bl_mesh_nodes(mesh)->upper;
    bl_mesh_build_fans(mesh);
    return bl_mesh_join_edges(mesh, b->allocator) && bl_mesh_finish(block, b->allocator);
}

static belay_result build(builder* b, unsigned char** block, belay_error* error)
{
    set_bounds(b);
    keep_triangles(b);
    if (b->count == 0)
        return belay_error_set(
            error, BELAY_ERROR_SHAPE,
            "mesh.triangle_count is %d; at least one must have an area of %g of the square of the extent, %g m",
            b->def->triangle_count, BL_MESH_LEAST_AREA, extent_of(b));
    uint32_t* numbers = NULL;
    bool ok = true;
    BL_ARRAY_RESERVE(numbers, b->def->vertex_count, b->allocator, &ok);
    ok = ok && bl_mesh_weld(b->def->vertices, (uint32_t)b->def->vertex_count, b->same, b->allocator) &&
         bl_mesh_order(b->middles, b->count, b->order, b->allocator) && build_block(b, numbers, block);
    arrfree(numbers);
    if (ok) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for a mesh of %d triangles", b->def->triangle_count);
}

belay_result bl_mesh_build(const belay_mesh* def, const belay_allocator* allocator, unsigned char** block,
                           belay_error* error)
{
    *block = NULL;
    belay_result result = check(def, error);
    if (result != BELAY_OK) return result;
    builder b;
    if (builder_init(&b, def, allocator))
        result = build(&b, block, error);
    else
        result =
            belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for a mesh of %d triangles", def->triangle_count);
    builder_fini(&b);
    if (result != BELAY_OK) arrfree(*block);
    return result;
}
