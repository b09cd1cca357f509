// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/gjk_pair.h"

bl_pair bl_pair_make(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    bl_pair pair = {a, b, pose_a, m3_identity(), v3_zero()};
    bool is_a_point = a->kind == BL_CONVEX_POINT, is_b_point = b->kind == BL_CONVEX_POINT;
    if (is_a_point) pair.frame.rotation = is_b_point ? belay_quat_identity() : pose_b.rotation;
    if (!is_a_point && !is_b_point) pair.b_to_pair = q_to_m3(q_mul(q_conjugate(pose_a.rotation), pose_b.rotation));
    pair.offset = q_rotate_inverse(pair.frame.rotation, v3_sub(pose_b.position, pose_a.position));
    return pair;
}

belay_vec3 bl_pair_guess(const bl_pair* pair)
{
    belay_vec3 middle_b = m3_mul_v3(pair->b_to_pair, bl_convex_middle(pair->b));
    belay_vec3 displacement = v3_sub(bl_convex_middle(pair->a), v3_add(middle_b, pair->offset));
    return v3_length_squared(displacement) > 0.0 ? displacement : v3(1.0, 0.0, 0.0);
}
