// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Static triangle meshes and height fields: one block without pointers (it may be moved and copied by memcpy) with the
// triangles, their neighbours over each edge, and a tree of boxes over them. A height field becomes a mesh.

#ifndef BELAY_ENGINE_GEOMETRY_MESH_H
#define BELAY_ENGINE_GEOMETRY_MESH_H

#include "belay/base.h"
#include "belay/result.h"
#include "belay/shape.h"
#include "math/vec.h"

typedef struct bl_mesh bl_mesh; // its fields are in mesh_internal.h

// Builds the mesh into a new stb_ds byte array *block (core/alloc.h; freed by the caller with arrfree; null on failure). Errors: VALUE, SHAPE (see
// belay_mesh), MEMORY. O(n log n).
belay_result bl_mesh_build(const belay_mesh* def, const belay_allocator* allocator, unsigned char** block,
                           belay_error* error);
// The same of a height field, solid below (one-sided).
belay_result bl_mesh_build_height_field(const belay_height_field* def, const belay_allocator* allocator,
                                        unsigned char** block, belay_error* error);

uint64_t bl_mesh_storage_size(const bl_mesh* mesh);
int bl_mesh_triangle_count(const bl_mesh* mesh);
int bl_mesh_dropped_triangles(const bl_mesh* mesh);
void bl_mesh_bounds(const bl_mesh* mesh, belay_vec3* lower, belay_vec3* upper);
void bl_mesh_triangle(const bl_mesh* mesh, int triangle, belay_vec3 corners[3]);

// The triangles whose boxes meet the box, ascending by number: calls `visit` for each until it returns false.
typedef bool bl_mesh_visit_fn(void* context, int triangle);
void bl_mesh_visit_box(const bl_mesh* mesh, belay_vec3 lower, belay_vec3 upper, bl_mesh_visit_fn* visit, void* context);

// The first triangle that the ray origin + t way, 0 <= t <= 1, hits (own frame); the normal points against the way for
// two-sided triangles and height fields report their upper side (a ray from below passes through to the surface from
// inside: hit with normal against the way).
bool bl_mesh_cast_ray(const bl_mesh* mesh, belay_vec3 origin, belay_vec3 way, double* time, belay_vec3* normal,
                      int* triangle);

#endif
