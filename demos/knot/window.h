// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo in a window: a rope to be tied with the mouse. The functions are those of shell_program.

#ifndef BELAY_DEMOS_KNOT_WINDOW_H
#define BELAY_DEMOS_KNOT_WINDOW_H

#include "knot/session.h"

#include "shell/program.h"

// What keys and buttons ask for, served and cleared before the steps of the next frame.
typedef struct requests {
    bool release, pin, cut, join;
} requests;

typedef struct window {
    session session;
    requests requests;
} window;

// The members of shell_program of the same names; their state is a window.
bool window_start(shell* s, belay_error* error);
void window_end(shell* s);
bool window_restart(shell* s, belay_error* error);
bool window_step(shell* s, belay_error* error);
double window_step_seconds(const shell* s);
bool window_before_steps(shell* s, belay_error* error);
void window_view(shell* s, bool is_window);
void window_draw(shell* s, double blend);

#endif
