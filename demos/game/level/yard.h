// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The yard at the end of the road: where the crate is to be brought, a wall with a door on two hinges, and boxes behind
// it.

#ifndef BELAY_DEMOS_GAME_LEVEL_YARD_H
#define BELAY_DEMOS_GAME_LEVEL_YARD_H

#include "game/level/make.h"

enum { YARD_BOXES = 5, YARD_HINGES = 2 };

static const double YARD_DEPOT = 47.0; // m, middle of the place for the crate
static const double YARD_WALL = 58.0;  // m, of the wall
static const double YARD_GOAL = 79.0;  // m, of the flag, across the ravine

typedef struct yard {
    belay_body_id door, boxes[YARD_BOXES];
    belay_joint_id hinges[YARD_HINGES];
    belay_collider_id depot, goal; // sensors
    belay_vec3 in_the_way;         // m, where the first box stands at the start
} yard;

void yard_make(maker* m, yard* y, belay_body_id ground);

#endif
