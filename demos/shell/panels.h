// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Panels that programs share. They are drawn in a window, between viewer_frame_begin and viewer_frame_end.

#ifndef BELAY_SHELL_PANELS_H
#define BELAY_SHELL_PANELS_H

#include "shell/program.h"

// All of a program: its own panels, or the shell's, and the list of keys.
void shell_panels_draw(shell* s);

// Shows a line for some seconds.
void shell_tell(shell* s, const char* text);

// Whether such a line is shown.
bool shell_is_telling(const shell* s);

// Buttons to pause, step, restart and reset the view, and slow motion, in a panel that is open.
void shell_run_buttons(shell* s);

// A row that says how far the program is behind real time, in a panel that is open; nothing while it keeps up.
void shell_behind_row(const shell* s);

#endif
