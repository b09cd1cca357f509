// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/joint_motion.h"

#include "math/pi.h"
#include "models/model_tolerances.h"

bl_joint_placement bl_joint_placement_of(belay_pose frame_a, belay_pose frame_b)
{
    bl_joint_placement p = {pose_apply_inverse(frame_a, frame_b.position),
                            q_mul(q_conjugate(frame_a.rotation), frame_b.rotation)};
    return p;
}

// q = s t: the twist t = (w, x)/n is the part of q about x, and s = q t^-1 has no x left.
bl_joint_turn bl_joint_turn_of(belay_quat q)
{
    if (q.w < 0.0) q = (belay_quat){-q.w, -q.x, -q.y, -q.z};
    double n = sqrt(q.w * q.w + q.x * q.x);
    belay_quat untwist = {1.0, 0.0, 0.0, 0.0};
    if (n > 0.0) untwist = (belay_quat){q.w / n, -q.x / n, 0.0, 0.0};
    belay_quat s = q_mul(q, untwist);
    double half_sine = sqrt(s.y * s.y + s.z * s.z);
    bl_joint_turn turn;
    turn.twist = 2.0 * belay_atan2(q.x, q.w);
    turn.swing = 2.0 * belay_atan2(half_sine, n);
    turn.axis = half_sine > 0.0 ? v3(0.0, s.y / half_sine, s.z / half_sine) : v3(0.0, 1.0, 0.0);
    turn.main_b = q_rotate(q, v3(1.0, 0.0, 0.0));
    return turn;
}

// The swing's velocity. With the swing vector theta n, n and m = x cross n unit and perpendicular to x, and x' = B's x
// axis: d theta/dt = n . w, and x' turns about x with d phi/dt = (x' cross n) . w / sin theta, so that
//     d(theta n)/dt = n (n . w) + m (theta / sin theta) (x' cross n) . w,     x' cross n = cos theta m + sin theta x.
// And the twist's: B turns about x by (x + x') . w / (1 + x . x').
static belay_vec3 twist_gradient(const bl_joint_turn* turn)
{
    belay_vec3 sum = v3_add(v3(1.0, 0.0, 0.0), turn->main_b);
    return v3_scale(1.0 / fmax(sum.x, BL_JOINT_LEAST_SWING_COSINE), sum);
}

// theta / sin theta, bounded where it has its pole.
static double over_sine(double theta)
{
    if (theta < BL_JOINT_SMALL_SWING) return 1.0 + theta * theta / 6.0;
    return theta < 0.5 * BL_PI ? theta / belay_sin(theta) : theta / fmax(belay_sin(theta), BL_JOINT_LEAST_SWING_SINE);
}

belay_vec3 bl_joint_rotation_gradient(const bl_joint_turn* turn, int coordinate)
{
    if (coordinate == 3) return twist_gradient(turn);
    belay_vec3 x = {1.0, 0.0, 0.0}, n = turn->axis, m = v3_cross(x, n);
    double along_n = coordinate == 4 ? n.y : n.z, along_m = coordinate == 4 ? m.y : m.z;
    double sine, cosine;
    belay_sin_cos(turn->swing, &sine, &cosine);
    belay_vec3 across = v3_add_scaled(v3_scale(cosine, m), sine, x);
    return v3_add_scaled(v3_scale(along_n, n), along_m * over_sine(turn->swing), across);
}

double bl_joint_turn_coordinate(const bl_joint_turn* turn, int coordinate)
{
    if (coordinate == 3) return turn->twist;
    return turn->swing * (coordinate == 4 ? turn->axis.y : turn->axis.z);
}

belay_quat bl_joint_turn_rotation(double twist, double swing_y, double swing_z)
{
    return q_mul(q_exp(v3(0.0, swing_y, swing_z)), q_exp(v3(twist, 0.0, 0.0)));
}

double bl_joint_wrap(double angle)
{
    return angle - 2.0 * BL_PI * floor(angle / (2.0 * BL_PI) + 0.5);
}

belay_vec3 bl_joint_nearest_turn(belay_vec3 v, belay_vec3 near)
{
    double angle = v3_length(v);
    if (angle == 0.0) return v;
    belay_vec3 other = v3_scale((angle - 2.0 * BL_PI) / angle, v);
    return v3_distance(other, near) < v3_distance(v, near) ? other : v;
}
