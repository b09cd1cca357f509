// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Static triangle meshes and height fields: one block without pointers (it may be moved and copied by memcpy) with the
// triangles, their neighbours over each edge, and a way to find those near a box or a ray. A mesh has a tree of boxes;
// a height field keeps its heights alone and looks triangles up by their place in the grid.
//
// Triangles are numbered from 0: those of a mesh in an order of the mesh's own that keeps near ones together (not that
// of the definition), those of a height field cell by cell, first along x. Corners stand anticlockwise seen from
// outside (of a height field: from above).
//
// What counts as one: vertices of a mesh with exactly equal coordinates are one vertex, whatever their indices; others
// are never welded, however near. Two triangles on one edge are neighbours. An edge with one triangle is a rim; so is
// one with three or more, as far as its bend goes, but what may touch it is asked of all its triangles. Triangles that
// share a vertex and lie in one plane, within 1e-9 of the mesh's extent, have one normal and one offset, a mean over
// all of them.

#ifndef BELAY_ENGINE_GEOMETRY_MESH_MESH_H
#define BELAY_ENGINE_GEOMETRY_MESH_MESH_H

#include "belay/base.h"
#include "belay/result.h"
#include "belay/shape.h"
#include "belay/vec.h"

#define BL_MESH_MAX_TRIANGLES (1 << 27)

typedef struct bl_mesh bl_mesh; // its fields are in mesh_internal.h

// Builds the mesh into a new stb_ds byte array *block (core/alloc.h; freed by the caller with arrfree; null on
// failure). Triangles with an area below 1e-12 of the square of the extent (the longest side of the bounds) are dropped
// and counted. `error` may be null. Errors: VALUE (null pointer; a coordinate not finite), SHAPE (an index out of
// range, no triangle, more than BL_MESH_MAX_TRIANGLES, none left after dropping, a coordinate beyond BL_SHAPE_LARGEST),
// MEMORY. The same definition gives the same bytes. O(n log n).
belay_result bl_mesh_build(const belay_mesh* def, const belay_allocator* allocator, unsigned char** block,
                           belay_error* error);
// The same of a height field. Errors: VALUE (null pointer; a height or spacing not finite; a spacing below 0), SHAPE
// (fewer than 2 rows or columns, a spacing of 0, too many triangles), MEMORY. O(n).
belay_result bl_mesh_build_height_field(const belay_height_field* def, const belay_allocator* allocator,
                                        unsigned char** block, belay_error* error);

uint64_t bl_mesh_storage_size(const bl_mesh* mesh);
int bl_mesh_triangle_count(const bl_mesh* mesh);
int bl_mesh_dropped_triangles(const bl_mesh* mesh);
// A height field is solid below its surface: what is under it is pushed up. Its bounds reach down below its lowest
// height by the longer side of the grid, which is as deep as anything is looked for.
bool bl_mesh_is_one_sided(const bl_mesh* mesh);
void bl_mesh_bounds(const bl_mesh* mesh, belay_vec3* lower, belay_vec3* upper);
void bl_mesh_triangle(const bl_mesh* mesh, int triangle, belay_vec3 corners[3]);

// The grid of a height field, with the heights in the mesh. `field` is left alone where it is none.
void bl_mesh_grid(const bl_mesh* mesh, belay_height_field* field);

// The triangles whose boxes meet the box, ascending by number: calls `visit` for each until it returns false.
typedef bool bl_mesh_visit_fn(void* context, int triangle);
void bl_mesh_visit_box(const bl_mesh* mesh, belay_vec3 lower, belay_vec3 upper, bl_mesh_visit_fn* visit, void* context);

// The first triangle that the ray origin + t displacement, 0 <= t <= 1, hits (own frame), from either side; of several
// at one time the first by number. The normal points against the displacement. No ray passes between triangles that
// share an edge.
bool bl_mesh_cast_ray(const bl_mesh* mesh, belay_vec3 origin, belay_vec3 displacement, double* time, belay_vec3* normal,
                      int* triangle);

// The point of the surface nearest to `point` (own frame) and the triangle it is on, when it is not further than
// `limit` (m); of several at one distance the first by number.
bool bl_mesh_closest_point(const bl_mesh* mesh, belay_vec3 point, double limit, belay_vec3* nearest, int* triangle);

#endif
