// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Detection for two convex solids, for a convex solid and a plane, and for one and a tube. Never allocates. Same input,
// same bits.

#ifndef BELAY_ENGINE_DETECT_CONVEX_CONVEX_CONTACT_H
#define BELAY_ENGINE_DETECT_CONVEX_CONVEX_CONTACT_H

#include "detect/manifold.h"
#include "geometry/convex/convex.h"
#include "geometry/curve/curve.h"

// The places where two solids touch, or are within `cutoff` (m, >= 0) of each other; none when they are further apart.
// The least gap is the distance of the solids or, where cores overlap, their depth along the normal (a face is
// preferred that is deeper than an edge by up to a thousandth); what differs by less than 1e-9 of the sizes counts as
// the same.
//
// Of a face contact at most 4 places, all on the outline of the contact polygon: the largest quadrangle, with the
// deepest point. Faces within 0.01 rad of being parallel give all their places though they are nearest at one of them,
// which then has the exact normal, and the others that of the face.
//
// A rim that stands on something touches it in points in four directions that are fixed to what it stands on (between
// two round solids: to the world), so that spinning leaves them where they are, and where it leans in its lowest point.
// Of a lying cylinder or cone, and of a leaning rim, the reference is on the axis: rolling leaves it at its height.
// Where edges, rims or axes cross, each solid is tracked by the point of its own (BL_SURFACE_OWNER_NONE).
//
// A smooth solid (an ellipsoid) touches any other in one place, with its reference in the centre of the smaller radius
// of curvature there and a twist for the larger one.
//
// Features name a corner, or two edges, whichever solid has the face; those of one manifold differ. Exchanging the
// solids mirrors the manifold, up to the choice between faces that are as good. Cost: 0.03 us when far apart, 0.3 to
// 0.8 us for boxes, 0.5 us for stones of 8 corners, 2 to 15 us for hulls of 32 to 200 corners and for rims on edges,
// 2 to 6 us with an ellipsoid.
void bl_collide_convex(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double cutoff,
                       bl_manifold* manifold);

// The plane is the set normal . x = offset in the world frame, normal unit, solid below. B is the plane. At most 4
// places.
void bl_collide_convex_plane(const bl_convex* a, belay_pose pose_a, belay_vec3 normal, double offset, double cutoff,
                             bl_manifold* manifold);

// B is a tube of tube_radius about the curve, which stands at pose_b. A place for each minimum of the distance along
// the curve and for the ends of stretches along which the solid is alongside, in order of arc length, by which they are
// matched (feature 0); of more than BL_MANIFOLD_MAX_POINTS the nearest. On a face of A the tube's centre is tracked
// (A carries); a corner, a ball or a capsule's end is tracked over the tube.
void bl_collide_convex_tube(const bl_convex* a, belay_pose pose_a, const bl_curve* curve, belay_pose pose_b,
                            double tube_radius, double cutoff, bl_manifold* manifold);

#endif
