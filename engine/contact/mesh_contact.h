// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection for a convex solid against a mesh: no ghost hits at inner edges. Never allocates.
//
// A contact normal is one that the surface has: of a face, of an edge between its two faces where it is convex, of a
// vertex within the cone of what is around it. Where two solids would be thought to meet along another, at an edge
// between level or hollow triangles, the face's normal is taken. So on a flat floor the contacts are those with a
// plane, wherever its edges are; and a solid that is level with a mesh's rim to 1e-3 of its size comes to lie upon it
// instead of hitting it.
//
// Both sides of a mesh count: a solid is on the side on which its middle is, of the whole sheet of joined triangles
// where that has two sides, and leaves it there. A height field is solid below: what is under its surface is pushed up.
//
// Any number of triangles may be near; each is looked at once, and what is kept of them is at most
// BL_MESH_MAX_MANIFOLDS places or planes (the deepest), with at most four points each in the end.

#ifndef BELAY_ENGINE_CONTACT_MESH_CONTACT_H
#define BELAY_ENGINE_CONTACT_MESH_CONTACT_H

#include "contact/manifold.h"
#include "geometry/convex.h"
#include "geometry/mesh.h"

#define BL_MESH_MAX_MANIFOLDS 16

// The contacts of solid A with mesh B, which stands at pose_b, with gaps up to `cutoff` (m, >= 0): one manifold for
// each group of triangles that A touches in one plane, edge or vertex, features unique over all of them and the same
// while the touch moves over triangles of one plane. Returns their number.
int bl_collide_convex_mesh(const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                           bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS]);

#endif
