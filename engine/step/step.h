// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One step of a world.

#ifndef BELAY_ENGINE_STEP_STEP_H
#define BELAY_ENGINE_STEP_STEP_H

#include "store/state.h"

// Makes one step; the world is the calling thread's. MEMORY: nothing has happened that a user sees, but what commands
// and systems did, which is not done once more when the step is made again.
belay_result bl_step_make(belay_world* world);

#endif
