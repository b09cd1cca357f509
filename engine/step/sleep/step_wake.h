// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Being woken by others.

#ifndef BELAY_ENGINE_STEP_SLEEP_STEP_WAKE_H
#define BELAY_ENGINE_STEP_SLEEP_STEP_WAKE_H

#include "store/state.h"

// Whether a body, by a collider at this gap, wakes a sleeper: it is active and presses on it, or stands still and has
// come into it. What has come to stand beside it leaves it asleep.
bool bl_step_can_wake(const belay_world_def* def, const bl_entity_store* entities, uint32_t body, uint32_t collider,
                      double gap, bool presses);
// Wakes sleepers that contacts press on; true when there were any (bodies and contacts are then to be found anew).
bool bl_step_wake(belay_world* world);

#endif
