// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tube as queries see it: all points within curve->tube_radius of a curve, so that its ends are round. Never
// allocates.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_TUBE_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_TUBE_H

#include "geometry/curve/curve.h"
#include "geometry/distance/distance.h"

// The first hit of the ray origin + t displacement, 0 <= t <= 1 (the curve's frame), to about 1e-13 of the radius where
// the ray does not just graze the tube. From inside: time 0, normal against the displacement.
bool bl_tube_cast_ray(const bl_curve* curve, belay_vec3 origin, belay_vec3 displacement, double* time,
                      belay_vec3* normal);

// The point of the tube that is nearest to `point` (the curve's frame) and its distance; the point itself and 0 inside.
double bl_tube_closest_point(const bl_curve* curve, belay_vec3 point, belay_vec3* nearest);

// Whether a convex solid at pose_a (the curve's frame) touches or overlaps the tube.
bool bl_tube_overlaps(const bl_convex* a, belay_pose pose_a, const bl_curve* curve);

// Where the solid and the tube (B) are nearest, or deepest in each other, as bl_convex_distance, to about 1e-6 of the
// radius; in the curve's frame. It is the one that counts when the solid meets the tube in several places.
bl_distance bl_tube_distance(const bl_convex* a, belay_pose pose_a, const bl_curve* curve);

// The first time in [0, 1] at which the solid, moving by `displacement` without turning, touches the tube; 0 when it
// does at the start. Writes where they meet: the point of the curve that is within the radius then.
bool bl_tube_first_contact(const bl_convex* a, belay_pose pose_a, belay_vec3 displacement, const bl_curve* curve,
                           double* time, belay_vec3* center);

// The first time in [0, 1] at which the solid and the tube, both in motion and turning, are within `tolerance` (m, > 0)
// of each other, by conservative advancement. No point of one goes further than `longest_path` (m) as seen from the
// other. False when they never are; one that is not told apart in 200 distances is a contact.
bool bl_tube_motion_contact(const bl_convex* a, const bl_motion* motion_a, const bl_curve* curve,
                            const bl_motion* motion_b, double longest_path, double tolerance, double* time);

#endif
