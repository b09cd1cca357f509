// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How far two colliders can come towards each other in a step.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_VELOCITY_BOUNDS_H
#define BELAY_ENGINE_STEP_DETECT_STEP_VELOCITY_BOUNDS_H

#include "store/state.h"

// scratch.detect.pairs, proxies, bodies -> scratch.detect.ranges; nothing where there are few pairs. MEMORY.
belay_result bl_step_velocity_bounds(belay_world* world);

// The most by which the gap of a pair without plane can close in this step, m; negative: the two cannot come nearer
// than the contact margin.
double bl_step_approach_travel(const belay_world_def* def, const bl_detect_scratch* detect, const bl_key_pair* pair);

#endif
