// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/contacts/servo_skin.h"

// One that a model made by hand does not tell of stands still in the world.
static belay_pose frame_of(const belay_local_surface* s)
{
    belay_pose pose = s->pose;
    if (q_length(pose.rotation) == 0.0) pose.rotation = belay_quat_identity();
    return pose;
}

// It goes on as a rigid body that turns about the frame's origin: exact for a turntable, whose origin is on its axis.
bl_servo_skin bl_servo_skin_of(const belay_local_contact* contact, double seconds)
{
    const belay_local_surface* s = &contact->surface;
    belay_vec3 touched = v3_add_scaled(contact->point, -contact->gap, contact->normal);
    belay_pose frame = frame_of(s);
    belay_vec3 arm = pose_apply_inverse(frame, touched);
    belay_pose then = {v3_add_scaled(frame.position, seconds, s->linear),
                       q_normalize(q_mul(q_exp(v3_scale(seconds, s->angular)), frame.rotation))};
    bl_servo_skin skin = {pose_apply(then, arm), v3_add(arm, v3(s->x, 0.0, 0.0)), then.rotation};
    return skin;
}

static belay_vec3 between(belay_vec3 a, belay_vec3 b, double alpha)
{
    return v3_add_scaled(a, alpha, v3_sub(b, a));
}

bl_servo_skin bl_servo_skin_between(const bl_servo_skin* from, const bl_servo_skin* to, double alpha)
{
    belay_vec3 turn = q_log(q_mul(to->rotation, q_conjugate(from->rotation)));
    bl_servo_skin skin = {between(from->anchor, to->anchor, alpha), between(from->marked, to->marked, alpha),
                          q_normalize(q_mul(q_exp(v3_scale(alpha, turn)), from->rotation))};
    return skin;
}
