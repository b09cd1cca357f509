// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A program in a window: frames, keys, steps in real time, panels, pictures that are saved.

#ifndef BELAY_SHELL_WINDOW_H
#define BELAY_SHELL_WINDOW_H

#include "shell/program.h"

typedef enum shell_window_result {
    SHELL_WINDOW_CLOSED,    // by the user
    SHELL_WINDOW_NO_OPENGL, // it could not be opened
    SHELL_WINDOW_FAILED,
} shell_window_result;

// Shows the window until it is closed. Otherwise `error` says why not.
shell_window_result shell_run_window(shell* s, char* error, size_t error_size);

// Whether the program shows a page in place of its scene.
bool shell_shows_page(const shell* s);

// How many simulated seconds pass in one of the clock.
double shell_run_speed(const shell* s);

// Of the frame at hand, s: what a play takes for it, else the last one's.
double shell_frame_seconds(const shell* s);

#endif
