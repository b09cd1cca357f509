// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection for a ball (shape A) against another shape (B). Places with a gap beyond `cutoff` are left out. Never
// allocates.

#ifndef BELAY_ENGINE_DETECT_CONVEX_SPHERE_CONTACT_H
#define BELAY_ENGINE_DETECT_CONVEX_SPHERE_CONTACT_H

#include "belay/quat.h"
#include "detect/manifold.h"
#include "geometry/curve/curve.h"

void bl_collide_sphere_sphere(belay_vec3 center_a, double radius_a, belay_vec3 center_b, double radius_b, double cutoff,
                              bl_manifold* manifold);

// The plane is the set normal . x = offset in the world frame, normal unit, solid below.
void bl_collide_sphere_plane(belay_vec3 center, double radius, belay_vec3 normal, double offset, double cutoff,
                             bl_manifold* manifold);

// A tube of tube_radius about the curve, which stands at `pose`. A ball may touch a tube in several places.
void bl_collide_sphere_tube(belay_vec3 center, double radius, const bl_curve* curve, belay_pose pose,
                            double tube_radius, double cutoff, bl_manifold* manifold);

#endif
