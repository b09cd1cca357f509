// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the rows of cylinder and cone share: circles about z, and the half-plane through z and a point, in which the
// core is a rectangle or a triangle, its profile.

#ifndef BELAY_ENGINE_GEOMETRY_SHAPE_CORE_AXISYMMETRIC_H
#define BELAY_ENGINE_GEOMETRY_SHAPE_CORE_AXISYMMETRIC_H

#include "geometry/convex/shape_ops.h"

// The point of a circle of `radius` about z, at height z, that is furthest along the direction: its middle when the
// direction has no part across. Scaled first, so that the squares of a short direction do not vanish.
static inline belay_vec3 bl_circle_support(double radius, double z, belay_vec3 direction)
{
    double scale = fmax(fabs(direction.x), fabs(direction.y));
    if (!(scale > 0.0)) return v3(0.0, 0.0, z);
    double x = direction.x / scale, y = direction.y / scale;
    double s = radius / sqrt(x * x + y * y);
    return v3(s * x, s * y, z);
}

// To the far side of the circle of `radius` about z, at height z.
double bl_circle_bounding_radius(double radius, double z, belay_vec3 from);
// The box about a core of radius half.x and height 2 half.z.
void bl_axisymmetric_box(const bl_convex* core, belay_vec3* center, belay_vec3* half);
// How far a disc of unit radius about the local z axis reaches along each world axis.
belay_vec3 bl_disc_half_extents(const belay_mat33* rotation);

// A place found in the half-plane through the z axis and the point: (across, along) are its coordinates there.
typedef struct bl_profile_nearest {
    double distance, across, along, normal_across, normal_along;
} bl_profile_nearest;

// The place in space; `across` is that of x.
bl_core_nearest bl_profile_turn(belay_vec3 x, double across, bl_profile_nearest p);
// On a corner of the profile, the rim or the apex; (away_across, away_along) goes from there to the point.
bl_profile_nearest bl_profile_corner(double across, double along, double away_across, double away_along);

// The place of the profile with `half` that is nearest to the point (across, along) of the half-plane.
typedef bl_profile_nearest bl_profile_fn(belay_vec3 half, double across, double along);
// The place of a core with that profile that is nearest to x.
bl_core_nearest bl_axisymmetric_nearest(const bl_convex* core, belay_vec3 x, bl_profile_fn* profile);

// What a shape is told by: `name` is that of the shape in messages.
belay_result bl_axisymmetric_check(belay_error* error, const char* name, double radius, double height);
void bl_axisymmetric_measure(double radius, double height, bl_shape_numbers* numbers);

#endif
