// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/distance.h"

#include "geometry/convex/distance_point.h"
#include "geometry/distance/distance_segment.h"
#include "geometry/distance/epa.h"
#include "geometry/distance/gjk.h"

static bl_core_distance general_distance(const bl_pair* pair, const belay_vec3* guess)
{
    bl_gjk gjk;
    bl_gjk_run(pair, guess ? *guess : bl_pair_guess(pair), &gjk);
    return gjk.has_overlap ? bl_epa_run(pair, &gjk) : bl_facet_distance(&gjk.facet);
}

bl_core_distance bl_pair_distance(const bl_pair* pair, const belay_vec3* guess)
{
    const bl_convex *a = pair->a, *b = pair->b;
    bl_core_nearest nearest;
    if (a->kind == BL_CONVEX_POINT && bl_core_find_nearest(b, v3_neg(pair->offset), &nearest))
        return (bl_core_distance){nearest.distance, v3_zero(), v3_add(pair->offset, nearest.point), nearest.normal};
    if (b->kind == BL_CONVEX_POINT && bl_core_find_nearest(a, pair->offset, &nearest))
        return (bl_core_distance){nearest.distance, nearest.point, pair->offset, v3_neg(nearest.normal)};
    if (a->kind == BL_CONVEX_SEGMENT && b->kind == BL_CONVEX_SEGMENT)
        return bl_segment_distance(a->half.z, pair->offset, m3_column(pair->b_to_pair, 2), b->half.z);
    return general_distance(pair, guess);
}

bl_distance bl_convex_distance(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    bl_pair pair = bl_pair_make(a, pose_a, b, pose_b);
    bl_core_distance cores = bl_pair_distance(&pair, NULL);
    belay_vec3 point_a = v3_add_scaled(cores.point_a, -a->radius, cores.normal);
    belay_vec3 point_b = v3_add_scaled(cores.point_b, b->radius, cores.normal);
    return (bl_distance){cores.distance - a->radius - b->radius, pose_apply(pair.frame, point_a),
                         pose_apply(pair.frame, point_b), q_rotate(pair.frame.rotation, cores.normal)};
}
