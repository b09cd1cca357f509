// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the player holds down, on the keyboard or a gamepad, and what that asks for.

#ifndef BELAY_DEMOS_GAME_HELD_H
#define BELAY_DEMOS_GAME_HELD_H

#include "game/level/level.h"

typedef struct held {
    bool ahead, back, left, right, brakes; // keys
    double x, y;                           // of a stick, -1 to 1
    double lift;                           // right trigger less the left one
    bool grips;                            // button A
    bool switches;                         // E or button X went down in this frame
} held;

// What it asks of the game.
level_controls held_controls(const held* h);

#endif
