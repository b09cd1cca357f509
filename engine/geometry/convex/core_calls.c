// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is asked of a core (convex.h, distance_point.h), answered by its row.

#include "geometry/convex/shape_ops.h"

belay_vec3 bl_convex_support(const bl_convex* convex, belay_vec3 direction)
{
    return bl_core_of(convex)->support(convex, direction);
}

void bl_convex_bounds(const bl_convex* convex, belay_pose pose, belay_vec3* lower, belay_vec3* upper)
{
    belay_mat33 rotation = q_to_m3(pose.rotation);
    belay_vec3 lo, hi, thickness = v3(convex->radius, convex->radius, convex->radius);
    bl_core_of(convex)->bounds(convex, &rotation, &lo, &hi);
    *lower = v3_add(pose.position, v3_sub(lo, thickness));
    *upper = v3_add(pose.position, v3_add(hi, thickness));
}

double bl_convex_bounding_radius(const bl_convex* convex, belay_vec3 point)
{
    return bl_core_of(convex)->bounding_radius(convex, point) + convex->radius;
}

belay_vec3 bl_convex_middle(const bl_convex* convex)
{
    return bl_core_of(convex)->middle(convex);
}

bool bl_core_find_nearest(const bl_convex* core, belay_vec3 x, bl_core_nearest* nearest)
{
    return bl_core_of(core)->find_nearest(core, x, nearest);
}
