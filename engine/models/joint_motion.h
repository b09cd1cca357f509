// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The placement of one frame in another, in a joint's coordinates (joint_constraints.h), and how they change with an
// angular velocity.

#ifndef BELAY_ENGINE_MODELS_JOINT_MOTION_H
#define BELAY_ENGINE_MODELS_JOINT_MOTION_H

#include "belay/quat.h"

// Frame B in frame A.
typedef struct bl_joint_placement {
    belay_vec3 anchor; // m
    belay_quat rotation;
} bl_joint_placement;

bl_joint_placement bl_joint_placement_of(belay_pose frame_a, belay_pose frame_b);

typedef struct bl_joint_turn {
    double twist;      // rad, -pi to pi
    double swing;      // rad, 0 to pi: the angle between the x axes
    belay_vec3 axis;   // unit, perpendicular to x: what the swing turns about (y when there is none); frame A
    belay_vec3 main_b; // x axis of B in frame A
} bl_joint_turn;

bl_joint_turn bl_joint_turn_of(belay_quat rotation);

// Of a coordinate 3-5: the vector g with  d(coordinate)/dt = g . w,  w the angular velocity of B against A; all in
// frame A. At opposed x axes, where the coordinates end, g is bounded but means nothing.
belay_vec3 bl_joint_rotation_gradient(const bl_joint_turn* turn, int coordinate);
// The value of a coordinate 3-5.
double bl_joint_turn_coordinate(const bl_joint_turn* turn, int coordinate);
// The rotation with those coordinates.
belay_quat bl_joint_turn_rotation(double twist, double swing_y, double swing_z);

static inline belay_vec3 bl_joint_unit(int i)
{
    return v3(i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0);
}

// a + 2 pi k, within pi of zero.
double bl_joint_wrap(double angle);
// The rotation vector of the same rotation as v that is nearest to `near`, for continuity past half a turn.
belay_vec3 bl_joint_nearest_turn(belay_vec3 v, belay_vec3 near);

#endif
