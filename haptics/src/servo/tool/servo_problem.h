// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contact problem of a tick (servo_tool.h): formed, and solved by a fixed number of sweeps.

#ifndef BELAY_HAPTICS_SERVO_TOOL_SERVO_PROBLEM_H
#define BELAY_HAPTICS_SERVO_TOOL_SERVO_PROBLEM_H

#include "servo/tool/servo_motion.h"

// Leaves A, b and the forces f in `tool`.
void bl_servo_problem_solve(bl_servo_tool* tool, bl_servo_contacts* contacts, const bl_servo_motion* motion);

#endif
