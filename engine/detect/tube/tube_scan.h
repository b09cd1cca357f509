// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where a curve is near a convex solid. The distance of the solid's core from the curve, as a function of the place
// along the curve, has the slope n.T with n the outward normal of the core's nearest place and T the curve's tangent.
// It is sampled where the curve comes near, closely enough that between two samples the curve is nearly straight; there
// the distance from a convex solid is convex, and a minimum shows by the slope's sign. Where a face or an edge lies
// along the curve the distance is level, and what counts are the places where another part of the solid becomes the
// nearest.

#ifndef BELAY_ENGINE_DETECT_TUBE_TUBE_SCAN_H
#define BELAY_ENGINE_DETECT_TUBE_TUBE_SCAN_H

#include "detect/convex/nearest.h"
#include "geometry/curve/curve.h"

// A place along the curve and the core's nearest one.
typedef struct bl_tube_candidate {
    int span;
    double t;                // in the span, 0 to 1
    belay_vec3 point;        // of the curve, in its frame
    bl_surface_nearest near; // of the core, in the solid's frame
    double slope;            // of the distance along the curve
} bl_tube_candidate;

#define BL_TUBE_MAX_CANDIDATES 8

// Writes the places where the core, which stands at `pose` in the curve's frame, is within `cutoff` of the curve, in
// order along the curve: the minima of the distance, and the ends of level stretches. Of more than there is room for,
// the nearest. Returns their number.
int bl_tube_scan(const bl_curve* curve, const bl_convex* solid, belay_pose pose, double cutoff,
                 bl_tube_candidate places[BL_TUBE_MAX_CANDIDATES]);

#endif
