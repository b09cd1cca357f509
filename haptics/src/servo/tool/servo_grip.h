// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the tool is in the device's grip.

#ifndef BELAY_HAPTICS_SERVO_TOOL_SERVO_GRIP_H
#define BELAY_HAPTICS_SERVO_TOOL_SERVO_GRIP_H

#include "belay/quat.h"

#include <stdbool.h>

typedef struct bl_servo_grip {
    belay_pose pose; // of the tool, from the grip
    bool is_off;     // it is not the grip's own
} bl_servo_grip;

static inline void bl_servo_grip_init(bl_servo_grip* grip, belay_pose pose)
{
    belay_vec3 turn = v3(pose.rotation.x, pose.rotation.y, pose.rotation.z);
    grip->pose = pose;
    grip->is_off = v3_length_squared(pose.position) > 0.0 || v3_length_squared(turn) > 0.0;
}

// `device` is the grip's pose.
static inline belay_pose bl_servo_grip_tool(const bl_servo_grip* grip, belay_pose device)
{
    if (!grip->is_off) return device;
    belay_pose tool = pose_compose(device, grip->pose);
    tool.rotation = q_normalize(tool.rotation);
    return tool;
}

#endif
