// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection for two convex solids, for a convex solid and a plane, and for one and a tube. Never allocates. Same input,
// same bits.

#ifndef BELAY_ENGINE_CONTACT_CONVEX_CONTACT_H
#define BELAY_ENGINE_CONTACT_CONVEX_CONTACT_H

#include "contact/manifold.h"
#include "geometry/convex.h"
#include "geometry/curve.h"

// The places where two solids touch, or are within `cutoff` (m, >= 0) of each other; none when they are further apart.
// Of a face contact at most 4 places, chosen to keep the area of the contact polygon and its deepest point, all on its
// outline.
void bl_collide_convex(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double cutoff,
                       bl_manifold* manifold);

// The plane is the set normal . x = offset in the world frame, normal unit, solid below. B is the plane.
void bl_collide_convex_plane(const bl_convex* a, belay_pose pose_a, belay_vec3 normal, double offset, double cutoff,
                             bl_manifold* manifold);

// B is a tube of tube_radius about the curve, which stands at pose_b.
void bl_collide_convex_tube(const bl_convex* a, belay_pose pose_a, const bl_curve* curve, belay_pose pose_b,
                            double tube_radius, double cutoff, bl_manifold* manifold);

#endif
