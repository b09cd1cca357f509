// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo in a window: it looks at what runs on threads of its own, and moves the simulated hand. The functions are
// those of shell_program.

#ifndef BELAY_DEMOS_HAPTIC_WINDOW_H
#define BELAY_DEMOS_HAPTIC_WINDOW_H

#include "haptic/hand.h"
#include "haptic/live.h"
#include "haptic/samples/curves.h"
#include "haptic/view.h"

#include "shell/program.h"

typedef struct window {
    live live;
    view view; // empty before the first place
    curves curves;
    hand hand;
    int place; // index of the one that is asked for
    bool moves_camera, wants_hold_changed;
} window;

// The members of shell_program of the same names; their state is a window.
bool window_start(shell* s, belay_error* error);
void window_end(shell* s);
bool window_restart(shell* s, belay_error* error);
bool window_before_steps(shell* s, belay_error* error);
void window_view(shell* s, bool is_window);
void window_draw(shell* s, double blend);
const char* window_picture_name(const shell* s);

#endif
