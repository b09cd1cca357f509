// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solving again.

#ifndef BELAY_ENGINE_STEP_STEP_AGAIN_H
#define BELAY_ENGINE_STEP_STEP_AGAIN_H

#include "store/state.h"

// velocities, impulses -> the same, once rods have looked at where their velocities lead: with other rows, contacts or
// free velocities where that is needed. `deadline` on belay_timer_seconds, 0: none. MEMORY.
belay_result bl_step_look_again_at_rods(belay_world* world, double deadline);

#endif
