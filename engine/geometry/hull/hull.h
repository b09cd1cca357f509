// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Convex polytopes: built from any points by quickhull, kept as one block that may be moved and copied by memcpy
// (offsets, no pointers inside). Faces are polygons: coplanar triangles are merged.

#ifndef BELAY_ENGINE_GEOMETRY_HULL_HULL_H
#define BELAY_ENGINE_GEOMETRY_HULL_HULL_H

#include "belay/base.h"
#include "belay/result.h"
#include "belay/shape.h"
#include "belay/vec.h"

#include <stdint.h>

// One directed edge of a face. The twin runs the other way round on the neighbouring face.
typedef struct bl_hull_edge {
    uint16_t origin; // vertex it starts at
    uint16_t face;   // that it belongs to
    uint16_t next;   // along the face, anticlockwise seen from outside
    uint16_t twin;
} bl_hull_edge;

typedef struct bl_hull_face {
    belay_vec3 normal; // unit, outwards
    double offset;     // normal . x of its plane
    uint16_t edge;     // any of its edges
    uint16_t edge_count;
    uint32_t unused;
} bl_hull_face;

typedef struct bl_hull {
    uint64_t storage_size;                         // bytes of the whole block
    uint32_t vertex_count, edge_count, face_count; // edge_count: directed ones
    uint32_t vertices_at, edges_at, faces_at;      // byte offsets from the start of this struct
    uint32_t vertex_edges_at;                      // uint16_t per vertex: an edge that starts there
    uint32_t unused;
    belay_vec3 lower, upper; // bounds
    belay_mass mass;         // of the solid at density 1
} bl_hull;

static inline const belay_vec3* bl_hull_vertices(const bl_hull* h)
{
    return (const belay_vec3*)(const void*)((const unsigned char*)h + h->vertices_at);
}

static inline const bl_hull_edge* bl_hull_edges(const bl_hull* h)
{
    return (const bl_hull_edge*)(const void*)((const unsigned char*)h + h->edges_at);
}

static inline const bl_hull_face* bl_hull_faces(const bl_hull* h)
{
    return (const bl_hull_face*)(const void*)((const unsigned char*)h + h->faces_at);
}

static inline const uint16_t* bl_hull_vertex_edges(const bl_hull* h)
{
    return (const uint16_t*)(const void*)((const unsigned char*)h + h->vertex_edges_at);
}

// Builds the hull of the points into a new stb_ds byte array *block (core/alloc.h; from the allocator; freed by the
// caller with arrfree; null on failure), its bl_hull first. The result does not depend on the order of the points nor
// on doubled ones: vertices are sorted (x, then y, then z), faces and edges numbered from them. Errors: VALUE (not
// finite), SHAPE (see belay_hull), MEMORY; the message names argument and value.
belay_result bl_hull_build(const belay_vec3* points, int point_count, const belay_allocator* allocator,
                           unsigned char** block, belay_error* error);

#endif
