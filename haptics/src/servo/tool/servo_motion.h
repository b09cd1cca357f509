// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Without contacts: where the tool would go in a tick, and what it gives way by.

#ifndef BELAY_HAPTICS_SERVO_TOOL_SERVO_MOTION_H
#define BELAY_HAPTICS_SERVO_TOOL_SERVO_MOTION_H

#include "servo/tool/servo_tool.h"

// d = (translation, turn). `free` is where the tool would be without contacts, from the reference; `slid` where it was
// at the last tick.
typedef struct bl_servo_motion {
    double linear_yield;       // S, m/N
    belay_mat33 angular_yield; // S, rad/(N m)
    double free[6], slid[6], device[6];
    double sag[6];                        // without mass: by what the load stretches the coupling
    double velocity[6];                   // of the device
    double lead, angular_lead;            // s: B/K
    belay_vec3 free_linear, free_angular; // with mass: velocities without contacts
    bool is_coupled;                      // S is coupled_yield, as the tool holds something
    double coupled_yield[6][6];
} bl_servo_motion;

void bl_servo_motion_find(const bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_target* target,
                          double dt, bl_servo_motion* motion);
// S of a wrench: a row of J, or a load.
void bl_servo_motion_yield(const bl_servo_motion* motion, const double wrench[6], double displacement[6]);
// A tool with mass whose turns are not coupled: it turns with the device.
bool bl_servo_motion_turns_freely(const bl_servo_tool* tool);

#endif
