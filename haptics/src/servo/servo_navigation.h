// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo's side of navigation: what the device says, as it counts.

#ifndef BELAY_HAPTICS_SERVO_SERVO_NAVIGATION_H
#define BELAY_HAPTICS_SERVO_SERVO_NAVIGATION_H

#include "belay/haptic_navigation.h"
#include "servo/input/servo_input.h"

typedef struct bl_servo_navigation {
    bool is_on;
    belay_haptic_navigation state;
    belay_haptic_navigation_output now;
    belay_vec3 moved; // m, device axes: of the frame in this tick
} bl_servo_navigation;

// One tick; `stretch` and `twist` in device axes. Off: does nothing.
void bl_servo_navigation_tick(bl_servo_navigation* navigation, const bl_servo_input_state* in, uint32_t buttons,
                              double dt, belay_vec3 stretch, belay_vec3 twist);
// Pose and velocities of the device, navigated; device axes.
belay_pose bl_servo_navigation_pose(const bl_servo_navigation* navigation, const bl_servo_input_state* in);
belay_vec3 bl_servo_navigation_linear(const bl_servo_navigation* navigation, const bl_servo_input_state* in);
belay_vec3 bl_servo_navigation_angular(const bl_servo_navigation* navigation, const bl_servo_input_state* in);
// Of the device's force, and of a wall's beside it (N, device axes).
double bl_servo_navigation_share(const bl_servo_navigation* navigation);
belay_vec3 bl_servo_navigation_wall(const bl_servo_navigation* navigation);

#endif
