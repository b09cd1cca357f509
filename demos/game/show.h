// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The level as seen.

#ifndef BELAY_DEMOS_GAME_SHOW_H
#define BELAY_DEMOS_GAME_SHOW_H

#include "game/level/level.h"

#include "viewer/viewer.h"

enum { SHOW_RODS = 1 + 2 * BRIDGE_ROPES, SHOW_NODES = 80, SHOW_GROUNDS = 3 };

// A rod's points after the last two steps.
typedef struct show_rod {
    belay_vec3 before[SHOW_NODES], now[SHOW_NODES];
    int count;
} show_rod;

typedef struct show {
    viewer* v; // null: nothing is shown
    const level* level;
    viewer_solid solids[MAKE_MOST_PARTS];
    int solid_of[MAKE_MOST_PARTS], solid_count;
    viewer_mesh grounds[SHOW_GROUNDS]; // grass, road, rock
    show_rod rods[SHOW_RODS];
} show;

// Makes what is drawn of a level. False: no memory; nothing is left then.
bool show_create(show* s, viewer* v, const level* l);
void show_destroy(show* s);

// Takes over where the rods are now. After every step that may be followed by a picture.
void show_take(show* s);

// Draws everything between the last two states: 0 the one before, 1 the present one.
void show_draw(show* s, double blend);

#endif
