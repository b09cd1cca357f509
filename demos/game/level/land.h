// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The land: a road along y over two hills, with slopes on both sides and a ravine across. x is to the right, z up. By
// the engine's own functions, as all that is simulated here: a play then comes to the same bits on every machine.

#ifndef BELAY_DEMOS_GAME_LEVEL_LAND_H
#define BELAY_DEMOS_GAME_LEVEL_LAND_H

#include "game/level/make.h"

enum { LAND_COLUMNS = 57, LAND_ROWS = 201 };

static const double LAND_CELL = 0.5;                // m
static const double LAND_X = -14.0, LAND_Y = -12.0; // m, of the first height
static const double LAND_ROAD = 3.5;                // m, from the middle to where the sides begin
static const double LAND_RAMP_BEGIN = 8.0;          // m: from there ...
static const double LAND_RAMP_END = 16.0;           // ... to there the road climbs evenly,
static const double LAND_RAMP_SLOPE = 0.25;         // by that much for each m forward
static const double LAND_RAVINE[2] = {66.0, 74.0};  // m, its edges
static const double LAND_DEPTH = 3.5;               // m, of the ravine
static const double LAND_FRICTION = 0.9;            // of the ground's material

// How high the ground is, m.
double land_height(double x, double y);

// Puts the ground and trees on a static body.
void land_make(maker* m, belay_body_id ground);

#endif
