// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection for a convex solid against a mesh: no ghost hits at inner edges. Never allocates.
//
// A contact normal is one that the surface has: of a face, of an edge between its two faces where it is convex, of a
// vertex within the cone of what is around it. Where two solids would be thought to meet along another, at an edge
// between level or hollow triangles, the face's normal is taken. So on a flat floor the contacts are those with a
// plane, wherever its edges are. And a solid that is level with a face to 5e-4 of its size is upon that face: it is not
// hit at the rim of the face, nor at the side that falls off from there.
//
// Both sides of a mesh count: a solid is on the side on which its middle is, of the whole sheet of joined triangles
// where that has two sides, and leaves it there. A height field is solid below: what is under its surface, as deep as
// the field's bounds reach, is pushed up.
//
// Any number of triangles may be near; each is looked at by itself, at most once but for the search of those under a
// contact. What is kept of them is at most BL_MESH_MAX_MANIFOLDS places or planes (the deepest) with 128 points in all,
// and of each at most four points in the end.

#ifndef BELAY_ENGINE_DETECT_MESH_MESH_CONTACT_H
#define BELAY_ENGINE_DETECT_MESH_MESH_CONTACT_H

#include "detect/manifold.h"
#include "geometry/convex/convex.h"
#include "geometry/mesh/mesh.h"

#define BL_MESH_MAX_MANIFOLDS 16

// The contacts of solid A with mesh B, which stands at pose_b, with gaps up to `cutoff` (m, >= 0): one manifold for
// each group of triangles that A touches in one plane, edge or vertex, features unique over all of them and the same
// while the touch moves over triangles of one plane. Returns their number.
int bl_collide_convex_mesh(const bl_convex* a, belay_pose pose_a, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                           bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS]);

#endif
