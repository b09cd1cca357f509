// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of the mesh, and contact with one, share: the block, a triangle with all that belongs to it, what is
// around its edges and corners, and a cursor over the triangles near a box.

#ifndef BELAY_ENGINE_GEOMETRY_MESH_MESH_INTERNAL_H
#define BELAY_ENGINE_GEOMETRY_MESH_MESH_INTERNAL_H

#include "geometry/mesh/mesh.h"

#include <stdint.h>
#include <string.h>

#define BL_MESH_NONE UINT32_MAX       // no neighbour, plane or sheet
#define BL_MESH_MANY (UINT32_MAX - 1) // an edge of three or more triangles
#define BL_MESH_LEAF_TRIANGLES 4
#define BL_MESH_STACK 64 // the tree halves the number of triangles at each level

// The set normal . x = offset.
typedef struct bl_mesh_plane {
    belay_vec3 normal; // unit, outwards
    double offset;
    uint32_t triangle_count; // that lie in it
    uint32_t unused;
} bl_mesh_plane;

typedef struct bl_mesh_record {
    belay_vec3 normal; // the triangle's own
    uint32_t vertex[3];
    uint32_t neighbor[3]; // over the edge from corner i to the next, as bl_mesh_edge(its number, its edge)
} bl_mesh_record;

// Depth first: the left child of an inner node is the next node.
typedef struct bl_mesh_node {
    belay_vec3 lower, upper;
    uint32_t first, count; // triangles below
    uint32_t right;        // 0: a leaf
    uint32_t plane;        // of all triangles below, when they have one
} bl_mesh_node;

// Offsets are bytes from the start of this struct; 0: not there. Every triangle has a plane number, BL_MESH_NONE when
// it shares its plane with no other. Triangles joined over edges, or lying in one plane, form a sheet; a sheet number
// is twice the sheet's, plus 1 on triangles that must be turned over for all of it to face the same way, and
// BL_MESH_NONE on a sheet that has but one side.
struct bl_mesh {
    uint64_t storage_size;
    uint64_t vertices_at, records_at, nodes_at, fans_at, fan_starts_at, sheets_at; // mesh
    uint64_t heights_at;                                                           // height field
    uint64_t plane_numbers_at, planes_at;
    uint32_t triangle_count, dropped_count, vertex_count, node_count, plane_count;
    uint32_t column_count, row_count; // of a height field's grid points; 0 for a mesh
    uint32_t unused;
    double spacing_x, spacing_y;
    belay_vec3 lower, upper; // of the surface
    double extent;           // the longest side of the bounds
};

static inline const void* bl_mesh_at(const bl_mesh* mesh, uint64_t offset)
{
    return (const unsigned char*)mesh + offset;
}

static inline void* bl_mesh_at_mutable(bl_mesh* mesh, uint64_t offset)
{
    return (unsigned char*)mesh + offset;
}

static inline const belay_vec3* bl_mesh_vertices(const bl_mesh* mesh)
{
    return bl_mesh_at(mesh, mesh->vertices_at);
}

static inline const bl_mesh_record* bl_mesh_records(const bl_mesh* mesh)
{
    return bl_mesh_at(mesh, mesh->records_at);
}

static inline const bl_mesh_node* bl_mesh_nodes(const bl_mesh* mesh)
{
    return bl_mesh_at(mesh, mesh->nodes_at);
}

static inline const double* bl_mesh_heights(const bl_mesh* mesh)
{
    return bl_mesh_at(mesh, mesh->heights_at);
}

static inline const uint32_t* bl_mesh_plane_numbers(const bl_mesh* mesh)
{
    return bl_mesh_at(mesh, mesh->plane_numbers_at);
}

static inline const bl_mesh_plane* bl_mesh_planes(const bl_mesh* mesh)
{
    return bl_mesh_at(mesh, mesh->planes_at);
}

static inline uint32_t bl_mesh_sheet(const bl_mesh* mesh, int triangle)
{
    return mesh->sheets_at != 0 ? ((const uint32_t*)bl_mesh_at(mesh, mesh->sheets_at))[triangle] : 0;
}

static inline bool bl_mesh_is_grid(const bl_mesh* mesh)
{
    return mesh->column_count > 0;
}

// An edge of a triangle as one number.
static inline uint32_t bl_mesh_edge(uint32_t triangle, uint32_t edge)
{
    return 4 * triangle + edge;
}

// A triangle, looked up. Normal and offset are those of the plane it shares, if it does.
typedef struct bl_mesh_facet {
    belay_vec3 corners[3];
    belay_vec3 normal;
    double offset;
    uint32_t vertex[3];
    uint32_t plane;
    int number;
} bl_mesh_facet;

bl_mesh_facet bl_mesh_facet_at(const bl_mesh* mesh, int triangle);

// The cosine, without its sign, between the normal of a triangle and a unit direction, to BL_MESH_ROUGH_COSINE: costs a
// part of looking the triangle up.
double bl_mesh_rough_cosine(const bl_mesh* mesh, int triangle, belay_vec3 direction);

// The part of a triangle that is nearest to something.
typedef enum bl_triangle_part {
    BL_TRIANGLE_FACE,
    BL_TRIANGLE_EDGE,   // from corner `index` to the next
    BL_TRIANGLE_CORNER, // `index`
} bl_triangle_part;

typedef struct bl_triangle_nearest {
    belay_vec3 point;
    bl_triangle_part part;
    int index;
} bl_triangle_nearest;

bl_triangle_nearest bl_triangle_closest(const belay_vec3 corners[3], belay_vec3 point);

// The direction in the triangle's plane, unit, square to the edge and out of the triangle.
belay_vec3 bl_mesh_edge_outward(const bl_mesh_facet* facet, int edge);

// The neighbour over an edge: bl_mesh_edge of it, BL_MESH_NONE or BL_MESH_MANY.
uint32_t bl_mesh_neighbor(const bl_mesh* mesh, int triangle, int edge);

// The angle by which the surface turns at an edge, as one side of the triangle sees it: > 0 away from that side
// (convex), 0 flat, < 0 towards it; pi at a rim. `side` is 1 outside and -1 inside.
double bl_mesh_edge_bend(const bl_mesh* mesh, const bl_mesh_facet* facet, int edge, double side);

belay_vec3 bl_mesh_point(const bl_mesh* mesh, uint32_t vertex);

// The triangles around a vertex, ascending. `store` serves height fields.
const uint32_t* bl_mesh_fan(const bl_mesh* mesh, uint32_t vertex, uint32_t store[6], int* count);

// Whether a touch on an edge (a vertex) with this unit direction from the mesh to the solid is a touch of the surface
// at all: none of the triangles around it reaches further along the direction, within `tolerance` as an angle.
bool bl_mesh_edge_allows(const bl_mesh* mesh, const bl_mesh_facet* facet, int edge, belay_vec3 direction,
                         double tolerance);
bool bl_mesh_vertex_allows(const bl_mesh* mesh, uint32_t vertex, belay_vec3 direction, double tolerance);

// On which side of its sheet a point is: writes 1 or -1 as seen by triangles with an even sheet number, and the sheet's
// number (halved); BL_MESH_NONE when nothing is within the limit or the sheet has but one side. A point on a one-sided
// mesh's column is outside (1) when it is above the surface; elsewhere too.
uint32_t bl_mesh_side_of(const bl_mesh* mesh, belay_vec3 point, double limit, double* side);

// What a height field answers in place of records.
void bl_grid_corners(const bl_mesh* mesh, bl_mesh_facet* facet); // corners and vertices of facet->number
belay_vec3 bl_grid_upward(const bl_mesh* mesh, int triangle);    // the triangle's normal, not unit
belay_vec3 bl_grid_normal(const bl_mesh* mesh, const bl_mesh_facet* facet);
uint32_t bl_grid_neighbor(const bl_mesh* mesh, int triangle, int edge);
int bl_grid_fan(const bl_mesh* mesh, uint32_t vertex, uint32_t fan[6]);
bool bl_grid_cast_ray(const bl_mesh* mesh, belay_vec3 origin, belay_vec3 displacement, double* time, int* triangle);
// The triangle above or below a point; false when the point is beside the grid.
bool bl_grid_column(const bl_mesh* mesh, belay_vec3 point, int* triangle);
belay_vec3 bl_grid_point(const bl_mesh* mesh, uint32_t vertex);

// The cells of a grid whose triangles may meet a box.
typedef struct bl_grid_range {
    int column_begin, column_end, row_begin, row_end;
} bl_grid_range;

bl_grid_range bl_grid_cells(const bl_mesh* mesh, belay_vec3 lower, belay_vec3 upper);

// Walks over the triangles whose boxes meet a box, ascending; those in a plane put on `skipped` meanwhile are left out.
#define BL_MESH_MAX_SKIPPED 16
typedef struct bl_mesh_cursor {
    const bl_mesh* mesh;
    belay_vec3 lower, upper;
    uint32_t skipped[BL_MESH_MAX_SKIPPED];
    int skipped_count;
    uint32_t next, end;            // triangles of the leaf or cell at hand
    uint32_t stack[BL_MESH_STACK]; // nodes to come
    int depth;
    bl_grid_range cells; // to come
    int column;
} bl_mesh_cursor;

void bl_mesh_cursor_init(bl_mesh_cursor* cursor, const bl_mesh* mesh, belay_vec3 lower, belay_vec3 upper);
bool bl_mesh_cursor_next(bl_mesh_cursor* cursor, int* triangle);
void bl_mesh_cursor_skip(bl_mesh_cursor* cursor, uint32_t plane);

// Where the triangle meets the ray origin + t displacement, as bl_mesh_cast_ray; any t.
bool bl_triangle_cast_ray(const belay_vec3 corners[3], belay_vec3 origin, belay_vec3 displacement, double* time);

// Steps of building.

// Unsigned numbers in the order of the doubles; 0 and -0 alike.
static inline uint64_t bl_ordered_bits(double x)
{
    uint64_t bits;
    x += 0.0;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 != 0 ? ~bits : bits | (uint64_t)1 << 63;
}

// The order that keeps near triangles together: writes the numbers 0..count-1 of their middles so that a tree that
// gives its left child the first (n + 1) / 2 of n triangles divides them by place. False when memory runs out.
bool bl_mesh_order(const belay_vec3* middles, uint32_t count, uint32_t* order, const belay_allocator* allocator);
uint32_t bl_mesh_tree_size(uint32_t triangle_count);
void bl_mesh_build_tree(bl_mesh* mesh);
// Writes for every vertex the first that has the same coordinates.
bool bl_mesh_weld(const belay_vec3* vertices, uint32_t count, uint32_t* same, const belay_allocator* allocator);
// Neighbours over edges, and the fans about vertices.
bool bl_mesh_join_edges(bl_mesh* mesh, const belay_allocator* allocator);
void bl_mesh_build_fans(bl_mesh* mesh);
// Puts the block with all that follows from planes (their numbers, the planes, sheets) in place of *block.
bool bl_mesh_finish(unsigned char** block, const belay_allocator* allocator);

#endif
