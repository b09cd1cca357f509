// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What meets what.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_DETECT_H
#define BELAY_ENGINE_STEP_DETECT_STEP_DETECT_H

#include "store/world_internal.h"

// scratch.bodies, colliders -> scratch.proxies, scratch.pairs (sorted by collider ids). MEMORY.
belay_result bl_step_broad_phase(belay_world* world);
// scratch.pairs -> scratch.contacts (geometry, material). MEMORY.
belay_result bl_step_narrow_phase(belay_world* world);
// Makes room for `count` contacts. MEMORY.
belay_result bl_step_reserve_contacts(belay_world* world, uint32_t count);

#endif
