// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Falling asleep.

#ifndef BELAY_ENGINE_STEP_SLEEP_STEP_SLEEP_H
#define BELAY_ENGINE_STEP_SLEEP_STEP_SLEEP_H

#include "store/state.h"

// body states, islands -> sleeping bodies, sleep events. MEMORY.
belay_result bl_step_reserve_sleep(belay_world* world);
void bl_step_sleep(belay_world* world);

#endif
