// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where a body was a step ago, and in between.

#include "belay/introspect.h"
#include "store/checks.h"

belay_result belay_body_get_previous_pose(const belay_world* world, belay_body_id body, belay_pose* pose)
{
    uint32_t index;
    BL_TRY(bl_find_to_report(world, "belay_body_get_previous_pose", body.value, BL_TABLE_BODY, "body", pose, &index));
    *pose = bl_bodies(world)[index].previous;
    return BELAY_OK;
}

static belay_pose blend(belay_pose from, belay_pose to, belay_vec3 center, double alpha)
{
    belay_vec3 turn = q_log(q_mul(to.rotation, q_conjugate(from.rotation)));
    belay_vec3 start = pose_apply(from, center), way = v3_sub(pose_apply(to, center), start);
    belay_pose pose = {.rotation = q_normalize(q_mul(q_exp(v3_scale(alpha, turn)), from.rotation))};
    pose.position = v3_sub(v3_add_scaled(start, alpha, way), q_rotate(pose.rotation, center));
    return pose;
}

belay_result belay_body_get_blended_pose(const belay_world* world, belay_body_id body, double alpha, belay_pose* pose)
{
    uint32_t index;
    BL_TRY(bl_find_to_report(world, "belay_body_get_blended_pose", body.value, BL_TABLE_BODY, "body", pose, &index));
    belay_error error;
    if (bl_check_range(&error, "alpha", alpha, 0.0, 1.0) != BELAY_OK)
        return bl_fail_in((belay_world*)world, "belay_body_get_blended_pose", &error);
    const bl_body* b = &bl_bodies(world)[index];
    belay_pose now = bl_body_states(world)[index].pose;
    if (alpha == 0.0)
        *pose = b->previous;
    else
        *pose = alpha == 1.0 ? now : blend(b->previous, now, b->mass.center_of_mass, alpha);
    return BELAY_OK;
}
