// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies that may go no faster than they were told to. That comes last: whatever made a body fast, contacts included,
// its velocity is shortened on the way on, and so the energy report has it among the limits.

#ifndef BELAY_ENGINE_STEP_GUARD_STEP_SPEED_H
#define BELAY_ENGINE_STEP_GUARD_STEP_SPEED_H

#include "step/motion/motion_parts.h"

// velocities -> scratch.energy.slowed_to, stats.speed_limited_bodies
void bl_step_limit_speeds(const bl_motion_parts* p);

#endif
