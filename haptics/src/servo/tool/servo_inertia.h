// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The inertia of what a tool without mass holds: it hangs behind a damper c and a spring k in a row, drawn along by
// the way that the device goes. With the mass m and the hand's acceleration a the hand feels
//
//     F = -m a / (1 + s m/c + s^2 m/k),                                                                          (1)
//
// -m a behind a low-pass, and nothing but masses, dampers and springs make it, so in continuous time it can make no
// energy. Mass that is rendered without the low-pass can, on a device lighter than it, at any delay T_d however small:
// of 1 + (m / m_d) exp(-s T_d) some zeros have a positive real part as soon as m > m_d. With (1), and nobody's hand on
// a device of mass m_d << m, the loop
//
//     1 + (m / m_d) exp(-s T_d) / (1 + s m/c + s^2 m/k) = 0
//
// is that of the device on the spring: w^2 = k / m_d, where the low-pass has turned by pi less k / (c w). It is stable
// as long as the delay turns by less than that, w T_d < k / (c w), which is c < m_d / T_d, whatever m and k are. So
//
//   c <= m_d / (2 T_d)        half of it; with the time constant of the low-pass, m/c: m/c >= 2 T_d m / m_d
//   c <= the damping, k <= the stiffness that the device is rated for: all that it ever feels are these two
//   k <= 0.05 N per step of the encoder
//   k >= 2 c^2 / m            the low-pass is flat up to its corner: 5 % less at w = 0.81 c/m
//   k >= 0.16 c^2 / m_d       the device alone swings on k with a damping of k / (2 c w) >= 0.2
//
// and c is the largest for which there is such a k. Steps are implicit: the displacement of a tick is what the spring
// is stretched by. The device and the tool are the same here but for what contacts hold: in contact the hand feels the
// coupling's stretch, of which this is no part, and a load on the contacts beside the weight.

#ifndef BELAY_HAPTICS_SERVO_TOOL_SERVO_INERTIA_H
#define BELAY_HAPTICS_SERVO_TOOL_SERVO_INERTIA_H

#include "servo/tool/servo_tool.h"

// What the device bears, world (with a workspace scale s, a device feels s times that).
typedef struct bl_inertia_limits {
    double damping, stiffness; // N s/m, N/m
    double mass;               // kg, of the device
    double delay;              // s, T_d
} bl_inertia_limits;

// One of the two rows of damper and spring, and what is behind it.
typedef struct bl_inertia_chain {
    double damping, stiffness; // 0: none
    belay_vec3 force;          // N (N m), on the hand
    belay_vec3 velocity;       // m/s (rad/s), of what is held
} bl_inertia_chain;

typedef struct bl_servo_inertia {
    bool is_enabled, turns;            // turns: torques are felt
    bl_inertia_limits ways, turn_ways; // about the tool's origin: N m s, N m, kg m^2
    bool is_seated;
    belay_pose last; // where the device held the tool at the last tick
    bl_inertia_chain way, turn;
    belay_vec3 force, torque; // N, N m about the tool's origin: felt
    double scale, lost;       // J, at the device's port: what the dampers took in the last tick
} bl_servo_inertia;

void bl_servo_inertia_init(bl_servo_inertia* inertia, const belay_haptic_servo_config* config,
                           const bl_servo_tool_settings* tool);
// Takes what is held for moving with the target, from now on: no force.
void bl_servo_inertia_seat(bl_servo_inertia* inertia, const bl_servo_target* target);
// One tick, dt after the last, with what the newest model says is held, and the way from the device's grip to the
// tool's origin: sets force and torque. What is let go of fades as the spring relaxes through the damper.
void bl_servo_inertia_tick(bl_servo_inertia* inertia, const bl_servo_held* held, const bl_servo_target* target,
                           belay_vec3 lever, double dt);

#endif
