// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What meets what.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_DETECT_H
#define BELAY_ENGINE_STEP_DETECT_STEP_DETECT_H

#include "store/state.h"

// scratch.motion.bodies, colliders -> scratch.detect.proxies, scratch.detect.pairs (sorted by collider ids). MEMORY.
belay_result bl_step_broad_phase(belay_world* world);
// scratch.detect.pairs -> scratch.detect.contacts (geometry, material). MEMORY.
belay_result bl_step_narrow_phase(belay_world* world);
// Makes room for `count` contacts. MEMORY.
belay_result bl_step_reserve_contacts(belay_world* world, uint32_t count);

#endif
