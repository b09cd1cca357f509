// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Speeds that the solver cannot tell from zero are its own error, not motion: an island in which nothing is faster is
// at rest. Otherwise the error would come back with the next step's velocities and have to be solved for again, for
// ever.
//
// A body that rises when it is stopped at the contact instant keeps the height that it came to by then, and nothing has
// paid for it: bl_step_limit_velocities lets such an island stay where the step began.

#ifndef BELAY_ENGINE_STEP_GUARD_STEP_SETTLE_H
#define BELAY_ENGINE_STEP_GUARD_STEP_SETTLE_H

#include "step/motion/motion_parts.h"

// velocities -> the same, zero in an island that has converged and rests.
void bl_step_settle(const bl_motion_parts* p, uint32_t island);

#endif
