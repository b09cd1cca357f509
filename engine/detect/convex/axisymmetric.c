// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/axisymmetric.h"

#include "detect/contact_tolerance.h"

bl_axisymmetric bl_axisymmetric_moved(const bl_convex* convex, const belay_mat33* rotation, belay_vec3 offset)
{
    bl_axisymmetric r = {offset, m3_column(*rotation, 2), convex->half.x, convex->half.z, 1.0, 0.0, false};
    if (convex->kind == BL_CONVEX_CONE) {
        double slant = sqrt(r.radius * r.radius + 4.0 * r.half * r.half);
        r.is_cone = true;
        r.side_r = 2.0 * r.half / slant;
        r.side_z = r.radius / slant;
    }
    return r;
}

static belay_vec3 reject(belay_vec3 v, belay_vec3 axis)
{
    return v3_add_scaled(v, -v3_dot(v, axis), axis);
}

belay_vec3 bl_across(belay_vec3 axis, belay_vec3 direction, double* length)
{
    belay_vec3 across = reject(direction, axis);
    *length = v3_length(across);
    double whole = v3_length(direction);
    if (!(*length > 1e-15 * whole)) {
        *length = 0.0;
        return v3_any_orthogonal(axis);
    }
    across = v3_scale(1.0 / *length, across);
    // Of what little is left of a direction along the axis, the part along it is rounding, but no longer small.
    return *length > 1e-4 * whole ? across : v3_normalize_or(reject(across, axis), v3_any_orthogonal(axis));
}

belay_vec3 bl_axisymmetric_rim_point(const bl_axisymmetric* r, int rim, belay_vec3 direction)
{
    double length;
    belay_vec3 across = bl_axisymmetric_across(r, direction, &length);
    return v3_add_scaled(bl_axisymmetric_rim_center(r, rim), bl_axisymmetric_rim_radius(r, rim), across);
}

belay_vec3 bl_axisymmetric_support(const bl_axisymmetric* r, belay_vec3 direction)
{
    belay_vec3 lower = bl_axisymmetric_rim_point(r, 0, direction), upper = bl_axisymmetric_rim_point(r, 1, direction);
    return v3_dot(upper, direction) > v3_dot(lower, direction) ? upper : lower;
}

static double depth_of(double radius, double radial_normal)
{
    return radial_normal >= BL_CONTACT_STEEPEST_RIM ? radius / radial_normal : 0.0;
}

bl_side bl_axisymmetric_rim_side(belay_vec3 tangent, double radius, double radial_normal)
{
    return bl_side_make(tangent, radius / radial_normal, 0.0, depth_of(radius, radial_normal));
}

double bl_axisymmetric_depth(const bl_axisymmetric* r, double radius, belay_vec3 d)
{
    double radial_normal;
    bl_axisymmetric_across(r, d, &radial_normal);
    return depth_of(radius, radial_normal);
}
