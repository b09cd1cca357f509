// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One picture of a whole play: the land with the ways of truck, crate and whoever walked, and what was measured over
// time.

#ifndef BELAY_DEMOS_GAME_OVERVIEW_H
#define BELAY_DEMOS_GAME_OVERVIEW_H

#include "game/session.h"

typedef struct overview_sample {
    double time, tension, door, load, ms; // s, N, degrees, N, ms
    belay_vec3 truck, crate, who;         // m
    bool is_walking;
} overview_sample;

// What it is made of. Zero is empty.
typedef struct overview {
    overview_sample* samples;
    int count, room;
} overview;

// Adds a moment, after every frame; without memory it is left out.
void overview_take(overview* o, const session* n);

// Draws it on s->v and writes game.png. False: it has said why not.
bool overview_write(const overview* o, shell* s, session* n);

void overview_free(overview* o);

#endif
