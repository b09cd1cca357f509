// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Between the device's axes and the world's: x = mount.position + mount.rotation (scale x_device). Ways and speeds are
// scaled, turns and forces only turned.

#ifndef BELAY_HAPTICS_SERVO_INPUT_SERVO_FRAME_H
#define BELAY_HAPTICS_SERVO_INPUT_SERVO_FRAME_H

#include "belay/quat.h"

typedef struct bl_servo_frame {
    belay_pose mount;
    double scale;
} bl_servo_frame;

static inline belay_pose bl_servo_frame_pose(const bl_servo_frame* frame, belay_vec3 position, belay_quat rotation)
{
    belay_pose pose = {pose_apply(frame->mount, v3_scale(frame->scale, position)),
                       q_normalize(q_mul(frame->mount.rotation, rotation))};
    return pose;
}

static inline belay_vec3 bl_servo_frame_velocity(const bl_servo_frame* frame, belay_vec3 velocity)
{
    return q_rotate(frame->mount.rotation, v3_scale(frame->scale, velocity));
}

static inline belay_vec3 bl_servo_frame_turn(const bl_servo_frame* frame, belay_vec3 x)
{
    return q_rotate(frame->mount.rotation, x);
}

static inline belay_vec3 bl_servo_frame_turn_back(const bl_servo_frame* frame, belay_vec3 x)
{
    return q_rotate_inverse(frame->mount.rotation, x);
}

#endif
