// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The camera that follows whoever the player moves, from behind and above, and comes nearer where a wall or a hill
// would stand between. The mouse turns it and zooms.

#ifndef BELAY_DEMOS_GAME_CHASE_H
#define BELAY_DEMOS_GAME_CHASE_H

#include "game/level/level.h"

#include "viewer/viewer.h"

// Zero: it starts where it belongs.
typedef struct chase {
    bool is_set;
    belay_vec3 target;           // m
    double yaw, pitch, distance; // rad, rad, m: as followed
    double turned, raised, zoom; // rad, rad, factor: by the mouse
    double told[3];              // yaw, pitch and distance that the viewer was last told
} chase;

// Follows for `seconds`, `blend` of the way between the last two states.
void chase_follow(chase* c, const level* l, double blend, double seconds);

// Takes what the mouse did to the viewer's camera, then sets it. A picture has no mouse.
void chase_apply(chase* c, viewer* v, bool has_mouse);

#endif
