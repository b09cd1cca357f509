// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is measured after every step.

#ifndef BELAY_DEMOS_GAME_LEVEL_MEASURE_H
#define BELAY_DEMOS_GAME_LEVEL_MEASURE_H

#include "game/level/level.h"

// Before the first step.
level_marks measure_begin(void);

// After a step.
belay_result measure_step(level* l, const level_controls* controls);

// Where a body is, m.
belay_vec3 measure_place(const level* l, belay_body_id body);

// How hard the rope pulls at the truck, N.
double measure_tension(const level* l);

// By how much the door is turned, rad.
double measure_door(const level* l);

#endif
