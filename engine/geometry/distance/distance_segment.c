// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/distance_segment.h"

#include "geometry/geometry_tolerances.h"

static double clamp(double x, double low, double high)
{
    return x < low ? low : (x > high ? high : x);
}

// Where on A (from its middle) parallel segments are closest: the middle of the part facing B, else the nearer end.
static double middle_of_facing_part(double half_a, double center_b, double half_b)
{
    double low = clamp(center_b - half_b, -half_a, half_a), high = clamp(center_b + half_b, -half_a, half_a);
    return 0.5 * (low + high);
}

// With s and t along the axes u = z and v, the lines are closest where s - b t = u . c and t - b s = -v . c, b = u . v,
// c B's middle. Beyond an end of B the end is closest, and the foot of that on A.
bl_core_distance bl_segment_distance(double half_a, belay_vec3 c, belay_vec3 v, double half_b)
{
    belay_vec3 u = v3(0.0, 0.0, 1.0), n = v3_cross(u, v);
    double b = v.z, nn = v3_length_squared(n), s;
    if (nn > BL_SEGMENT_PARALLEL) {
        s = clamp(v3_dot(n, v3_cross(c, v)) / nn, -half_a, half_a);
    } else {
        s = middle_of_facing_part(half_a, c.z, half_b);
    }
    double t = clamp(b * s - v3_dot(v, c), -half_b, half_b);
    if (nn > BL_SEGMENT_PARALLEL) {
        s = clamp(b * t + c.z, -half_a, half_a);
        t = clamp(b * s - v3_dot(v, c), -half_b, half_b);
    }
    belay_vec3 on_a = v3(0.0, 0.0, s), on_b = v3_add_scaled(c, t, v);
    belay_vec3 displacement = v3_sub(on_a, on_b);
    bool is_inside = fabs(s) < half_a && fabs(t) < half_b && nn > BL_SEGMENT_CROSSING;
    if (is_inside) displacement = v3_scale(v3_dot(n, displacement) / nn, n);
    double distance = v3_length(displacement);
    if (distance > BL_DISTANCE_TOUCHING * (half_a + half_b + v3_length(c)))
        return (bl_core_distance){distance, on_a, on_b, v3_scale(1.0 / distance, displacement)};
    belay_vec3 normal = nn > BL_SEGMENT_PARALLEL ? v3_scale(1.0 / sqrt(nn), n) : v3_any_orthogonal(u);
    return (bl_core_distance){0.0, on_a, on_b, v3_dot(normal, c) > 0.0 ? v3_neg(normal) : normal};
}
