// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A swing bridge over the ravine: planks on two ropes whose ends are held by the banks, and two ropes more as
// handrails.

#ifndef BELAY_DEMOS_GAME_LEVEL_BRIDGE_H
#define BELAY_DEMOS_GAME_LEVEL_BRIDGE_H

#include "game/level/make.h"

enum { BRIDGE_PLANKS = 15, BRIDGE_ROPES = 2 };

static const double BRIDGE_ROPE_RADIUS = 0.025, BRIDGE_RAIL_RADIUS = 0.02; // m

typedef struct bridge {
    belay_body_id planks[BRIDGE_PLANKS];
    belay_rod_id ropes[BRIDGE_ROPES];
    belay_rod_id rails[BRIDGE_ROPES];
    int ends[BRIDGE_ROPES][2]; // attachments of the ropes to the banks
    double weight;             // N, of planks and ropes, which the ends carry
} bridge;

void bridge_make(maker* m, bridge* b, belay_body_id ground);

// Whether a body is one of its planks.
bool bridge_has(const bridge* b, belay_body_id body);

// What the banks carry, N upwards, in the last step.
double bridge_load(const belay_world* world, const bridge* b);

#endif
