// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo in a window: the race in real time, with a free camera. The functions are those of shell_program.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_WINDOW_H
#define BELAY_DEMOS_DOUBLE_LOOP_WINDOW_H

#include "double_loop/race.h"
#include "double_loop/stage.h"

#include "shell/program.h"

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

// The members of shell_program of the same names; their state is a window.
bool window_start(shell* s, belay_error* error);
void window_end(shell* s);
bool window_restart(shell* s, belay_error* error);
bool window_step(shell* s, belay_error* error);
double window_step_seconds(const shell* s);
bool window_load(shell* s);
void window_view(shell* s, bool is_window);
void window_draw(shell* s, double blend);

#endif
