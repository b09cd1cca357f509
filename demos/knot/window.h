// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo in a window: a rope to be tied with the mouse.

#ifndef BELAY_DEMOS_KNOT_WINDOW_H
#define BELAY_DEMOS_KNOT_WINDOW_H

#include "knot/session.h"

#include "shell/parts.h"

// What keys and buttons ask for, served and cleared before the steps of the next frame.
typedef struct requests {
    bool release, cut, join, undo;
    hands_wish wish;
} requests;

typedef struct window {
    session session;
    requests requests;
} window;

// For plays: shell_program.place and report.
bool window_place(const shell* s, const char* name, belay_vec3* place);
void window_report(const shell* s);

#endif
