// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Holds without a cap are linear, so those that act together (the ways and turns of a joint, the joints of a body) are
// solved at once. Gauss-Seidel by holds takes hundreds of sweeps over them: on the end of a long light arm a turn and a
// push are nearly the same.

#ifndef BELAY_HAPTICS_SERVO_TOOL_SERVO_LOCKS_H
#define BELAY_HAPTICS_SERVO_TOOL_SERVO_LOCKS_H

#include "servo/tool/servo_tool.h"

// Finds the holds of tool->locks and factors their rows of tool->a. One alone is none.
void bl_servo_locks_factor(bl_servo_tool* tool, const bl_servo_contacts* contacts);
// Sets their forces, for those that the other contacts have.
void bl_servo_locks_solve(bl_servo_tool* tool, int rows);

static inline bool bl_servo_locks_have(const bl_servo_locks* locks, int contact)
{
    return locks->is_lock[contact];
}

#endif
