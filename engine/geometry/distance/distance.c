// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/distance.h"

#include "geometry/convex/distance_point.h"
#include "geometry/distance/distance_segment.h"
#include "geometry/distance/epa.h"
#include "geometry/distance/gjk.h"

// Of pairs that have a closed form; false: others.
static bool find_at_once(const bl_pair* pair, bl_core_distance* d)
{
    const bl_convex *a = pair->a, *b = pair->b;
    bl_core_nearest nearest;
    if (a->kind == BL_CONVEX_POINT && bl_core_find_nearest(b, v3_neg(pair->offset), &nearest))
        *d = (bl_core_distance){nearest.distance, v3_zero(), v3_add(pair->offset, nearest.point), nearest.normal};
    else if (b->kind == BL_CONVEX_POINT && bl_core_find_nearest(a, pair->offset, &nearest))
        *d = (bl_core_distance){nearest.distance, nearest.point, pair->offset, v3_neg(nearest.normal)};
    else if (a->kind == BL_CONVEX_SEGMENT && b->kind == BL_CONVEX_SEGMENT)
        *d = bl_segment_distance(a->half.z, pair->offset, m3_column(pair->b_to_pair, 2), b->half.z);
    else
        return false;
    return true;
}

bl_core_distance bl_pair_distance(const bl_pair* pair, const belay_vec3* guess)
{
    bl_core_distance d;
    if (find_at_once(pair, &d)) return d;
    bl_gjk gjk;
    bl_gjk_run(pair, guess ? *guess : bl_pair_guess(pair), &gjk);
    return gjk.has_overlap ? bl_epa_run(pair, &gjk) : bl_facet_distance(&gjk.facet);
}

bool bl_pair_distance_within(const bl_pair* pair, double limit, bl_core_distance* distance)
{
    if (find_at_once(pair, distance)) return distance->distance <= limit;
    bl_gjk gjk;
    if (!bl_gjk_run_within(pair, bl_pair_guess(pair), limit, &gjk)) return false;
    *distance = gjk.has_overlap ? bl_epa_run(pair, &gjk) : bl_facet_distance(&gjk.facet);
    return true;
}

bool bl_convex_is_deeper(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double depth)
{
    bl_pair pair = bl_pair_make(a, pose_a, b, pose_b);
    double of_cores = depth - (a->radius + b->radius);
    bl_core_distance d;
    bl_gjk gjk;
    bool is_at_once = find_at_once(&pair, &d);
    if (!is_at_once && of_cores >= 0.0 && !bl_pair_is_curved(&pair))
        return bl_gjk_overlap(&pair, bl_pair_guess(&pair), &gjk) && bl_epa_is_deeper(&pair, &gjk, of_cores);
    if (!is_at_once) d = bl_pair_distance(&pair, NULL);
    return d.distance - a->radius - b->radius < -depth;
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
