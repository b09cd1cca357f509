// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/shape/core_points.h"

static belay_vec3 min3(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static belay_vec3 max3(belay_vec3 a, belay_vec3 b)
{
    return v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

void bl_points_bounds(const belay_vec3* points, uint32_t count, const belay_mat33* rotation, belay_vec3* lower,
                      belay_vec3* upper)
{
    *lower = *upper = m3_mul_v3(*rotation, points[0]);
    for (uint32_t i = 1; i < count; i++) {
        belay_vec3 p = m3_mul_v3(*rotation, points[i]);
        *lower = min3(*lower, p);
        *upper = max3(*upper, p);
    }
}

double bl_points_bounding_radius(const belay_vec3* points, uint32_t count, belay_vec3 from)
{
    return sqrt(bl_largest_square(points, count, from));
}
