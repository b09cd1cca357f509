// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The gallery in a window. The functions are those of shell_program; their state is a session.

#ifndef BELAY_DEMOS_GALLERY_WINDOW_H
#define BELAY_DEMOS_GALLERY_WINDOW_H

#include "gallery/session.h"

#include "shell/program.h"

// The members of shell_program of the same names; their state is a session.
bool window_start(shell* s, belay_error* error);
void window_end(shell* s);
bool window_restart(shell* s, belay_error* error);
bool window_step(shell* s, belay_error* error);
double window_step_seconds(const shell* s);
bool window_before_steps(shell* s, belay_error* error);
void window_view(shell* s, bool is_window);
void window_draw(shell* s, double blend);
const char* window_picture_name(const shell* s);

#endif
