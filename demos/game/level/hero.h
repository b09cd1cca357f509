// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Who walks: a character that turns, walks, jumps, opens doors by pushing them and weighs on planks.

#ifndef BELAY_DEMOS_GAME_LEVEL_HERO_H
#define BELAY_DEMOS_GAME_LEVEL_HERO_H

#include <belay/belay.h>

static const double HERO_WEIGHT = 800.0; // N

// Plain data, which goes with the world when that is taken back.
typedef struct hero {
    belay_character body;
    double heading; // rad, about z, 0: along y
    double speed;   // m/s, of walking
    double fall;    // m/s, upwards
} hero;

// What it is like: sizes and forces.
belay_character_def hero_def(void);

// Standing on the ground at (x, y).
hero hero_at(double x, double y, double heading);

// Before a step of h: `ahead` and `aside` (to the right) from -1 to 1.
belay_result hero_walk(belay_world* world, hero* who, double ahead, double aside, bool jumps, double h);

#endif
