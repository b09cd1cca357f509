// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Room for a step, beside what its stages reserve.

#ifndef BELAY_ENGINE_STEP_STEP_RESERVE_H
#define BELAY_ENGINE_STEP_STEP_RESERVE_H

#include "store/state.h"

// Makes room for one step with the bodies and colliders there are. MEMORY.
belay_result bl_step_reserve(belay_world* world);
// Makes room for the contacts and joints that there are. MEMORY.
belay_result bl_step_reserve_elements(belay_world* world);

#endif
