// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection for a convex solid against a mesh: no ghost hits at inner edges. Never allocates.

#ifndef BELAY_ENGINE_CONTACT_MESH_CONTACT_H
#define BELAY_ENGINE_CONTACT_MESH_CONTACT_H

#include "contact/manifold.h"
#include "geometry/convex.h"
#include "geometry/mesh.h"

#define BL_MESH_MAX_MANIFOLDS 16

// The contacts of solid A with mesh B, which stands at pose_b: one manifold for each group of triangles that A touches in one plane
// (at most BL_MESH_MAX_MANIFOLDS, the deepest first kept), features unique over all of them. Returns their number.
int bl_collide_convex_mesh(const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                           bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS]);

#endif
