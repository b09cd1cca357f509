// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A cylinder or a cone that stands in some frame, and the names of its parts.

#ifndef BELAY_ENGINE_DETECT_CONVEX_AXISYMMETRIC_H
#define BELAY_ENGINE_DETECT_CONVEX_AXISYMMETRIC_H

#include "detect/convex/contact_candidate.h"
#include "geometry/convex/shape_ops.h"

typedef struct bl_axisymmetric {
    belay_vec3 center, axis; // axis: unit
    double radius, half;     // half the height
    double side_r, side_z;   // the side's outward normal: across the axis and along it
    bool is_cone;            // the upper rim is the apex
} bl_axisymmetric;

static inline bool bl_has_rims(bl_convex_kind kind)
{
    return bl_core_table[kind]->core_class == BL_CORE_AXISYMMETRIC;
}

// The solid, moved to x -> rotation x + offset.
bl_axisymmetric bl_axisymmetric_moved(const bl_convex* convex, const belay_mat33* rotation, belay_vec3 offset);

// The middle of the lower (0) or upper (1) rim, and its radius.
static inline belay_vec3 bl_axisymmetric_rim_center(const bl_axisymmetric* r, int rim)
{
    return v3_add_scaled(r->center, rim == 0 ? -r->half : r->half, r->axis);
}

static inline double bl_axisymmetric_rim_radius(const bl_axisymmetric* r, int rim)
{
    return r->is_cone && rim == 1 ? 0.0 : r->radius;
}

// The direction's unit part across the unit axis, and how long it was; some fixed one when it is rounding.
belay_vec3 bl_across(belay_vec3 axis, belay_vec3 direction, double* length);

static inline belay_vec3 bl_axisymmetric_across(const bl_axisymmetric* r, belay_vec3 direction, double* length)
{
    return bl_across(r->axis, direction, length);
}

// The point of a rim that is furthest along the direction.
belay_vec3 bl_axisymmetric_rim_point(const bl_axisymmetric* r, int rim, belay_vec3 direction);

// Of the whole core.
belay_vec3 bl_axisymmetric_support(const bl_axisymmetric* r, belay_vec3 direction);

// The surface at a rim point: `radial` is the point's unit direction from the axis, `tangent` that of the rim, and the
// normal there has the part radial_normal (> 0) along radial. The normal's line meets the axis in the centre of
// curvature along the rim, which is the reference: turning about the axis leaves it where it is. Near the axis'
// direction that would be far away; there the rim point itself is the reference.
bl_side bl_axisymmetric_rim_side(belay_vec3 tangent, double radius, double radial_normal);

// The reference's depth under a point of the side or a rim with the outward normal d, at `radius` from the axis.
double bl_axisymmetric_depth(const bl_axisymmetric* r, double radius, belay_vec3 d);

// Corners: points of a rim in directions fixed to the other solid (0 to 3), the one that is nearest to it (4).
#define BL_AXISYMMETRIC_NEAREST 4
static inline uint32_t bl_axisymmetric_corner(int rim, int k)
{
    return (uint32_t)(8 * rim + k);
}

// Edges: the side, a rim's first or second crossing with an edge.
#define BL_AXISYMMETRIC_SIDE 0
static inline uint32_t bl_axisymmetric_edge(int rim, int crossing)
{
    return (uint32_t)(1 + rim + 2 * crossing);
}

#endif
