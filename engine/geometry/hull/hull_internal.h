// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The steps from points to a hull. The points are put on a grid of whole numbers (cloud), quickhull makes a polytope
// with triangles there, by exact decisions (quick), and triangles that lie in one plane are merged to polygons, which
// shows which vertices are no corners (merge). While there are such vertices they are left out and the hull is built
// again, so that in the end every vertex is a corner where at least three polygons meet.
//
// One tolerance is used throughout: what sticks out by less is not there. It is 1e-10 of the extent (the diagonal of
// the box around the points): ten digits, which covers points from a text file, and far above what computing them in
// double leaves behind (some 1e-16, times a few). Far from the origin the rounding of the coordinates themselves is
// larger: half an epsilon of the largest, in each of three coordinates of each of the points that span a plane, times
// the leverage from there to the rest of a face; 16 epsilons of the largest coordinate hold these. The grid (steps of
// 2^-39 of half the largest side, or less) is finer than the tolerance by a factor above 100. Leaving out in rounds may
// add up to some tolerances: all points are inside all faces within 1e-9 of the extent. Past an edge sharper than an
// angle a they may reach by that over a.

#ifndef BELAY_ENGINE_GEOMETRY_HULL_HULL_INTERNAL_H
#define BELAY_ENGINE_GEOMETRY_HULL_HULL_INTERNAL_H

#include "core/alloc.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/hull/hull.h"

#define BL_HULL_NONE UINT32_MAX

typedef struct bl_hull_cloud {
    belay_vec3* points; // as given, without doubles
    belay_vec3* grid;   // the same on the grid (hull_exact.h), sorted by x, then y, then z
    uint32_t count;
    double extent;              // m
    double scale;               // grid steps per m
    double tolerance, thinnest; // grid steps
} bl_hull_cloud;

static inline bool bl_point_is_before(belay_vec3 a, belay_vec3 b)
{
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

// Copies, sorts and welds the points, which bl_shape_check has accepted. Errors: SHAPE (no extent), MEMORY.
belay_result bl_hull_cloud_init(bl_hull_cloud* cloud, const belay_vec3* points, int count,
                                const belay_allocator* allocator, belay_error* error);
void bl_hull_cloud_fini(bl_hull_cloud* cloud);
// Leaves only the points with is_kept.
void bl_hull_cloud_keep(bl_hull_cloud* cloud, const unsigned char* is_kept);

typedef struct bl_quick_face {
    uint32_t corner[3];    // anticlockwise seen from outside
    uint32_t neighbor[3];  // across the edge from corner[i] to the next
    belay_vec3 normal;     // outwards, twice the area long
    double inverse_length; // of the normal
    double height;         // of the furthest point outside it
    uint32_t furthest;
    uint32_t outside; // first of the list of points outside it; BL_HULL_NONE: none
    uint32_t seen_by; // the last point that found it visible
    bool is_alive;
} bl_quick_face;

typedef struct bl_horizon_edge {
    uint32_t from, to;
    uint32_t beyond; // the face on the far side
} bl_horizon_edge;

// Quickhull at work: a polytope of the points so far and, in lists of the faces that see them, the points outside.
typedef struct bl_quick_hull {
    const bl_hull_cloud* cloud;
    const belay_allocator* allocator;
    bl_quick_face* faces;
    uint32_t alive_count;
    uint32_t* free_faces;
    uint32_t* next_outside; // per point: the list it is in
    uint32_t aside;         // first of the list of points that are outside by less than the tolerance
    uint32_t* fan;          // per point: the new face whose horizon edge starts there
    uint32_t* waiting;      // faces that got their first outside point, in that order
    uint32_t* visible;      // scratch of one step
    uint32_t* fresh;
    bl_horizon_edge* horizon;
    bool has_memory;
} bl_quick_hull;

// The first tetrahedron, with every other point in a list or left out. Errors: SHAPE (flat), MEMORY.
belay_result bl_quick_hull_init(bl_quick_hull* hull, const bl_hull_cloud* cloud, const belay_allocator* allocator,
                                belay_error* error);
void bl_quick_hull_fini(bl_quick_hull* hull);
// Makes the furthest point outside the face a vertex.
void bl_quick_hull_add(bl_quick_hull* hull, uint32_t face);
// Adds until no point is outside, and then numbers the faces without holes. False: no memory.
bool bl_quick_hull_complete(bl_quick_hull* hull);

static inline uint32_t bl_quick_hull_vertex_count(const bl_quick_hull* hull)
{
    return hull->alive_count / 2 + 2; // Euler's V - E + F = 2 with 2 E = 3 F
}

static inline double bl_quick_height(const bl_quick_hull* hull, const bl_quick_face* face, uint32_t point)
{
    const belay_vec3* grid = hull->cloud->grid;
    return face->inverse_length * v3_dot(face->normal, v3_sub(grid[point], grid[face->corner[0]]));
}

// Polygons one after the other, each anticlockwise seen from outside.
typedef struct bl_hull_polygons {
    uint32_t* corners;
    uint32_t* begins; // one more than there are polygons
} bl_hull_polygons;

static inline uint32_t bl_hull_polygon_count(const bl_hull_polygons* polygons)
{
    return (uint32_t)arrlen(polygons->begins) - 1;
}

void bl_hull_polygons_fini(bl_hull_polygons* polygons);
// Merges the triangles of a completed hull. Sets is_corner (per point) for those vertices that are needed: when these
// are all vertices, the polygons are strictly convex and meet three or more at each corner. Polygons are discs, on any
// closed surface. False: no memory.
bool bl_hull_merge(const bl_quick_hull* hull, bl_hull_polygons* polygons, unsigned char* is_corner);

// The corners and faces of the hull of the cloud; the cloud keeps nothing but the corners. Errors: SHAPE, MEMORY.
belay_result bl_hull_find_faces(bl_hull_cloud* cloud, bl_hull_polygons* polygons, const belay_allocator* allocator,
                                belay_error* error);

// Writes the hull of corners and polygons, at most BELAY_MAX_HULL_VERTICES corners, into a new array. Errors: SHAPE
// (flat; the block is there all the same), MEMORY.
belay_result bl_hull_make_block(const bl_hull_cloud* cloud, const bl_hull_polygons* polygons,
                                const belay_allocator* allocator, unsigned char** block, belay_error* error);

#endif
