// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which triangles lie in one plane, and which belong to one sheet. A plane grows from its first triangle over shared
// vertices, not edges alone: where dropped slivers or vertices on another's edge leave gaps between neighbours, a flat
// floor is still one plane.

#include "core/alloc.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/mesh/mesh_internal.h"

// Grows one thing after another through the triangles, breadth first.
typedef struct grower {
    const bl_mesh* mesh;
    uint32_t* numbers; // of planes, or of sheets
    uint32_t* queue;
    uint32_t count; // in the queue
} grower;

static void put(grower* g, uint32_t triangle, uint32_t number)
{
    g->numbers[triangle] = number;
    g->queue[g->count++] = triangle;
}

static bool lies_in(const bl_mesh* mesh, const bl_mesh_facet* f, const bl_mesh_facet* seed)
{
    if (!(v3_dot(f->normal, seed->normal) >= 1.0 - BL_MESH_PLANE_NORMAL)) return false;
    for (int i = 0; i < 3; i++)
        if (!(fabs(v3_dot(seed->normal, f->corners[i]) - seed->offset) <= BL_MESH_PLANE_OFFSET * mesh->extent))
            return false;
    return true;
}

static void grow_about(grower* g, const bl_mesh_facet* seed, uint32_t vertex, uint32_t number)
{
    uint32_t store[6];
    int count;
    const uint32_t* fan = bl_mesh_fan(g->mesh, vertex, store, &count);
    for (int i = 0; i < count; i++) {
        if (g->numbers[fan[i]] != BL_MESH_NONE) continue;
        bl_mesh_facet f = bl_mesh_facet_at(g->mesh, (int)fan[i]);
        if (lies_in(g->mesh, &f, seed)) put(g, fan[i], number);
    }
}

static void grow_plane(grower* g, uint32_t first, uint32_t number)
{
    bl_mesh_facet seed = bl_mesh_facet_at(g->mesh, (int)first);
    g->count = 0;
    put(g, first, number);
    for (uint32_t i = 0; i < g->count; i++) {
        bl_mesh_facet f = bl_mesh_facet_at(g->mesh, (int)g->queue[i]);
        for (int k = 0; k < 3; k++)
            grow_about(g, &seed, f.vertex[k], number);
    }
}

// The mean plane, weighted by area. What is summed are the deviations from the first triangle's plane: they vanish
// where all lie exactly in it, and rounding of large coordinates does not add up.
static bl_mesh_plane mean_plane(const grower* g)
{
    bl_mesh_facet seed = bl_mesh_facet_at(g->mesh, (int)g->queue[0]);
    belay_vec3 tilt = v3_zero();
    double lift = 0.0, area_sum = 0.0;
    for (uint32_t i = 0; i < g->count; i++) {
        bl_mesh_facet f = bl_mesh_facet_at(g->mesh, (int)g->queue[i]);
        double area = v3_length(v3_cross(v3_sub(f.corners[1], f.corners[0]), v3_sub(f.corners[2], f.corners[0])));
        tilt = v3_add_scaled(tilt, area, v3_sub(f.normal, seed.normal));
        area_sum += area;
    }
    belay_vec3 normal = v3_normalize_or(v3_add_scaled(seed.normal, 1.0 / area_sum, tilt), seed.normal);
    double offset = v3_dot(normal, seed.corners[0]);
    for (uint32_t i = 0; i < g->count; i++) {
        bl_mesh_facet f = bl_mesh_facet_at(g->mesh, (int)g->queue[i]);
        double area = v3_length(v3_cross(v3_sub(f.corners[1], f.corners[0]), v3_sub(f.corners[2], f.corners[0])));
        for (int k = 0; k < 3; k++)
            lift += area * (v3_dot(normal, f.corners[k]) - offset) / 3.0;
    }
    bl_mesh_plane plane = {normal, offset + lift / area_sum, g->count, 0};
    return plane;
}

static bl_mesh_plane* push_plane(bl_mesh_plane* planes, bl_mesh_plane plane, const belay_allocator* allocator, bool* ok)
{
    size_t count = arrlenu(planes);
    BL_ARRAY_RESERVE(planes, count + 1, allocator, ok);
    if (!*ok) return planes;
    arrsetlen(planes, count + 1);
    planes[count] = plane;
    return planes;
}

// Numbers the planes of several triangles and returns them in a new array.
static bl_mesh_plane* find_planes(grower* g, const belay_allocator* allocator, bool* ok)
{
    bl_mesh_plane* planes = NULL;
    memset(g->numbers, 0xff, g->mesh->triangle_count * sizeof *g->numbers);
    for (uint32_t t = 0; t < g->mesh->triangle_count && *ok; t++) {
        if (g->numbers[t] != BL_MESH_NONE) continue;
        grow_plane(g, t, (uint32_t)arrlenu(planes));
        if (g->count > 1)
            planes = push_plane(planes, mean_plane(g), allocator, ok);
        else
            g->numbers[t] = BL_MESH_NONE;
    }
    return planes;
}

// Whether the neighbours run along their edge in the same direction, so that their outsides are opposite.
static bool faces_otherwise(const bl_mesh* mesh, int triangle, int edge, uint32_t neighbor)
{
    const bl_mesh_record* records = bl_mesh_records(mesh);
    return records[triangle].vertex[edge] == records[neighbor / 4].vertex[neighbor % 4];
}

// A triangle reached with another number than it has closes a way that turns the sheet over.
static bool reach(grower* g, uint32_t triangle, uint32_t number)
{
    if (g->numbers[triangle] == BL_MESH_NONE) put(g, triangle, number);
    return g->numbers[triangle] == number;
}

static bool reach_over_edges(grower* g, uint32_t triangle)
{
    bool is_one = true;
    for (int e = 0; e < 3; e++) {
        uint32_t neighbor = bl_mesh_neighbor(g->mesh, (int)triangle, e);
        if (neighbor == BL_MESH_NONE || neighbor == BL_MESH_MANY) continue;
        uint32_t turned = faces_otherwise(g->mesh, (int)triangle, e, neighbor) ? 1 : 0;
        is_one = reach(g, neighbor / 4, g->numbers[triangle] ^ turned) && is_one;
    }
    return is_one;
}

static bool reach_in_plane(grower* g, uint32_t triangle)
{
    const uint32_t* planes = bl_mesh_plane_numbers(g->mesh);
    bool is_one = true;
    if (planes[triangle] == BL_MESH_NONE) return true;
    for (int k = 0; k < 3; k++) {
        int count;
        uint32_t store[6];
        const uint32_t* fan = bl_mesh_fan(g->mesh, bl_mesh_records(g->mesh)[triangle].vertex[k], store, &count);
        for (int i = 0; i < count; i++)
            if (planes[fan[i]] == planes[triangle]) is_one = reach(g, fan[i], g->numbers[triangle]) && is_one;
    }
    return is_one;
}

// A sheet that turns over on itself gets BL_MESH_NONE after its queue is known; BL_MESH_MANY holds its place until all
// sheets are found.
static void find_sheets(grower* g)
{
    uint32_t count = g->mesh->triangle_count, sheet = 0;
    memset(g->numbers, 0xff, count * sizeof *g->numbers);
    for (uint32_t t = 0; t < count; t++) {
        if (g->numbers[t] != BL_MESH_NONE) continue;
        bool is_one = true;
        g->count = 0;
        put(g, t, 2 * sheet++);
        for (uint32_t i = 0; i < g->count; i++) {
            is_one = reach_over_edges(g, g->queue[i]) && is_one;
            is_one = reach_in_plane(g, g->queue[i]) && is_one;
        }
        for (uint32_t i = 0; i < g->count && !is_one; i++)
            g->numbers[g->queue[i]] = BL_MESH_MANY;
    }
    for (uint32_t t = 0; t < count; t++)
        if (g->numbers[t] == BL_MESH_MANY) g->numbers[t] = BL_MESH_NONE;
}

// The plane that all triangles below a node have, or none.
static void set_node_planes(bl_mesh* mesh)
{
    bl_mesh_node* nodes = bl_mesh_at_mutable(mesh, mesh->nodes_at);
    const uint32_t* numbers = bl_mesh_plane_numbers(mesh);
    for (uint32_t k = mesh->node_count; k-- > 0;) { // children come after their parent
        bl_mesh_node* node = &nodes[k];
        node->plane = node->right != 0 ? nodes[k + 1].plane : numbers[node->first];
        if (node->right != 0) {
            if (nodes[node->right].plane != node->plane) node->plane = BL_MESH_NONE;
            continue;
        }
        for (uint32_t i = 1; i < node->count; i++)
            if (numbers[node->first + i] != node->plane) node->plane = BL_MESH_NONE;
    }
}

static unsigned char* append_planes(const bl_mesh* mesh, const grower* g, const bl_mesh_plane* planes,
                                    const belay_allocator* allocator, bool* ok)
{
    uint64_t at = (mesh->storage_size + 7) / 8 * 8, size = at + arrlenu(planes) * sizeof *planes;
    unsigned char* block = NULL;
    BL_ARRAY_RESERVE(block, size, allocator, ok);
    if (!*ok) return block;
    arrsetlen(block, size);
    memcpy(block, mesh, mesh->storage_size);
    bl_mesh* grown = (bl_mesh*)(void*)block;
    grown->storage_size = size;
    grown->planes_at = at;
    grown->plane_count = (uint32_t)arrlenu(planes);
    memcpy(bl_mesh_at_mutable(grown, grown->plane_numbers_at), g->numbers, mesh->triangle_count * sizeof *g->numbers);
    if (planes != NULL) memcpy(bl_mesh_at_mutable(grown, at), planes, arrlenu(planes) * sizeof *planes);
    return block;
}

bool bl_mesh_finish(unsigned char** block, const belay_allocator* allocator)
{
    grower g = {(const bl_mesh*)(const void*)*block, NULL, NULL, 0};
    bool ok = true;
    BL_ARRAY_RESERVE(g.numbers, g.mesh->triangle_count, allocator, &ok);
    BL_ARRAY_RESERVE(g.queue, g.mesh->triangle_count, allocator, &ok);
    bl_mesh_plane* planes = ok ? find_planes(&g, allocator, &ok) : NULL;
    unsigned char* grown = ok ? append_planes(g.mesh, &g, planes, allocator, &ok) : NULL;
    if (ok) {
        arrfree(*block);
        *block = grown;
        bl_mesh* mesh = (bl_mesh*)(void*)grown;
        g.mesh = mesh;
        if (mesh->sheets_at != 0) {
            find_sheets(&g);
            memcpy(bl_mesh_at_mutable(mesh, mesh->sheets_at), g.numbers, mesh->triangle_count * sizeof *g.numbers);
            set_node_planes(mesh);
        }
    }
    arrfree(planes);
    arrfree(g.numbers);
    arrfree(g.queue);
    return ok;
}
