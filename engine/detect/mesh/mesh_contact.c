// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/mesh/mesh_contact_internal.h"

int bl_collide_convex_mesh(const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                           bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS])
{
    if (a->kind == BL_CONVEX_POINT)
        return bl_collide_ball_mesh(pose_a.position, a->radius, mesh, pose_b, cutoff, manifolds);
    return bl_collide_solid_mesh(a, pose_a, mesh, pose_b, cutoff, manifolds);
}
