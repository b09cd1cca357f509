// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solids that are laid on meshes.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_MESH_SOLIDS_H
#define BELAY_TESTS_SUPPORT_SHAPES_MESH_SOLIDS_H

#include "belay/quat.h"
#include "detect/mesh/mesh_contact.h"
#include "support/chance.h"
#include "support/shapes/meshes.h"

static inline bl_convex solid_ball(double radius)
{
    return (bl_convex){.kind = BL_CONVEX_POINT, .radius = radius};
}

static inline bl_convex solid_cube(double half)
{
    return (bl_convex){.kind = BL_CONVEX_BOX, .half = {half, half, half}};
}

// About any axis by up to `most` rad.
static inline belay_quat any_turn(uint64_t* lot, double most)
{
    belay_vec3 axis = chance_vector(lot, 1.0);
    return belay_quat_from_axis_angle(axis, chance_between(lot, 0.0, most));
}

static inline belay_pose any_pose(uint64_t* lot)
{
    belay_vec3 position = chance_vector(lot, 3.0);
    return (belay_pose){position, any_turn(lot, 6.0)};
}

// How many manifolds a solid that is not turned has with a mesh that is where it was built.
static inline int collide_upright(const unsigned char* block, const bl_convex* a, belay_vec3 position, double cutoff,
                                  bl_manifold out[BL_MESH_MAX_MANIFOLDS])
{
    belay_pose at = {position, belay_quat_identity()};
    return bl_collide_convex_mesh(a, at, mesh_of(block), belay_pose_identity(), cutoff, out);
}

#endif
