// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of contact with a mesh share.

#ifndef BELAY_ENGINE_DETECT_MESH_MESH_CONTACT_INTERNAL_H
#define BELAY_ENGINE_DETECT_MESH_MESH_CONTACT_INTERNAL_H

#include "belay/quat.h"
#include "detect/contact_tolerance.h"
#include "detect/mesh/mesh_contact.h"
#include "geometry/mesh/mesh_internal.h"

// What of the mesh is touched, as one number.
typedef enum bl_mesh_part {
    BL_MESH_PLANE,    // one that several triangles share
    BL_MESH_TRIANGLE, // one alone in its plane
    BL_MESH_EDGE,
    BL_MESH_VERTEX,
} bl_mesh_part;

static inline uint32_t bl_mesh_feature(bl_mesh_part part, uint32_t number)
{
    return (uint32_t)part << 30 | number;
}

static inline uint32_t bl_mesh_face_feature(const bl_mesh_facet* f)
{
    return f->plane != BL_MESH_NONE ? bl_mesh_feature(BL_MESH_PLANE, f->plane)
                                    : bl_mesh_feature(BL_MESH_TRIANGLE, (uint32_t)f->number);
}

// An edge has the smaller of its two numbers.
static inline uint32_t bl_mesh_edge_feature(const bl_mesh* mesh, const bl_mesh_facet* f, int edge)
{
    uint32_t own = bl_mesh_edge((uint32_t)f->number, (uint32_t)edge);
    uint32_t other = bl_mesh_neighbor(mesh, f->number, edge);
    return bl_mesh_feature(BL_MESH_EDGE, own < other ? own : other);
}

static inline bool bl_is_same_direction(belay_vec3 a, belay_vec3 b)
{
    return v3_length_squared(v3_sub(a, b)) < BL_MESH_SAME_DIRECTION * BL_MESH_SAME_DIRECTION;
}

int bl_collide_ball_mesh(belay_vec3 center, double radius, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                         bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS]);
int bl_collide_solid_mesh(const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                          bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS]);

#endif
