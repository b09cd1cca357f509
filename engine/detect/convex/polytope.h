// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes, hulls and triangles seen alike: corners, faces and directed edges with neighbours, numbered as those of a hull
// (geometry/hull/hull.h). Corner i of a box has x > 0 when bit 0 of i is set, y by bit 1, z by bit 2; its face 2 k + 1
// looks along axis k, its face 2 k against it. A triangle has two faces, which look both ways.

#ifndef BELAY_ENGINE_DETECT_CONVEX_POLYTOPE_H
#define BELAY_ENGINE_DETECT_CONVEX_POLYTOPE_H

#include "belay/shape.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/hull/furthest.h"

#define BL_POLYTOPE_MAX_CORNERS BELAY_MAX_HULL_VERTICES
#define BL_POLYTOPE_MAX_FACES (2 * BL_POLYTOPE_MAX_CORNERS - 4)

typedef struct bl_polytope {
    uint32_t corner_count, edge_count, face_count;
    const belay_vec3* corners;
    const bl_hull_edge* edges;
    const bl_hull_face* faces;
    const uint16_t* corner_edges; // per corner: an edge that starts there
} bl_polytope;

// Room for the corners and faces of a polytope that stands in another frame than its own.
typedef struct bl_polytope_store {
    belay_vec3 corners[BL_POLYTOPE_MAX_CORNERS];
    bl_hull_face faces[BL_POLYTOPE_MAX_FACES];
} bl_polytope_store;

static inline bool bl_is_polytope(bl_convex_kind kind)
{
    return bl_core_table[kind]->core_class == BL_CORE_POLYTOPE;
}

// A polytope in its own frame; the store may be used, or not.
bl_polytope bl_polytope_of(const bl_convex* convex, bl_polytope_store* store);

// The same, moved to x -> rotation x + offset, in the store.
bl_polytope bl_polytope_moved(const bl_convex* convex, const belay_mat33* rotation, belay_vec3 offset,
                              bl_polytope_store* store);

// An undirected edge has the smaller number of its two directed ones.
static inline uint32_t bl_polytope_edge_name(const bl_polytope* p, uint32_t edge)
{
    uint32_t twin = p->edges[edge].twin;
    return edge < twin ? edge : twin;
}

static inline belay_vec3 bl_polytope_edge_start(const bl_polytope* p, uint32_t edge)
{
    return p->corners[p->edges[edge].origin];
}

static inline belay_vec3 bl_polytope_edge_end(const bl_polytope* p, uint32_t edge)
{
    return p->corners[p->edges[p->edges[edge].next].origin];
}

// The corner that is furthest along the direction; the first of several.
static inline uint32_t bl_polytope_support(const bl_polytope* p, belay_vec3 direction)
{
    return bl_furthest_point(p->corners, p->corner_count, direction);
}

// How far the lowest corner is above the plane normal . x = offset. Once some corner is no higher than `enough`, the
// height of that one does.
static inline double bl_polytope_height(const bl_polytope* p, belay_vec3 normal, double offset, double enough)
{
    return bl_least_height(p->corners, p->corner_count, normal, offset, enough);
}

// The face whose normal is nearest to the direction; the first of several.
static inline uint32_t bl_polytope_face_along(const bl_polytope* p, belay_vec3 direction)
{
    return bl_furthest_face(p->faces, p->face_count, direction);
}

// The directed edge of a box that runs along `axis`, by the name of the undirected one, with the other two coordinates
// (in the order x, y, z) of the signs given.
uint32_t bl_box_edge(int axis, bool first_positive, bool second_positive);

#endif
