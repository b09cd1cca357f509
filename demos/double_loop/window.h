// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo in a window: the race in real time, with a free camera.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_WINDOW_H
#define BELAY_DEMOS_DOUBLE_LOOP_WINDOW_H

#include "double_loop/race.h"
#include "double_loop/stage.h"

#include "shell/parts.h"

// What keys and panels change.
typedef struct controls {
    int selected; // lane
    bool is_following, shows_forces;
} controls;

typedef struct window {
    race race;
    stage stage;
    controls controls;
    bool was_following;
} window;

#endif
