// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The functions of a program that is made of several files, by the names that all such programs give them: window.c has
// what is simulated and drawn, panels.c the panels and keys, headless.c the run without a window. Each is the member of
// shell_program that it is named after; a program defines those that its `program` names, and no others.

#ifndef BELAY_SHELL_PARTS_H
#define BELAY_SHELL_PARTS_H

#include "shell/program.h"

// window.c
bool window_start(shell* s, belay_error* error);
void window_end(shell* s);
bool window_restart(shell* s, belay_error* error);
bool window_step(shell* s, belay_error* error);
double window_step_seconds(const shell* s);
bool window_before_steps(shell* s, belay_error* error);
belay_world* window_world(const shell* s, int index);
size_t window_keep(const shell* s, void* bytes);
void window_take_back(shell* s, const void* bytes);
uint64_t window_build_key(const shell* s);
bool window_load(shell* s);
void window_view(shell* s, bool is_window);
void window_draw(shell* s, double blend);
const char* window_picture_name(const shell* s);

bool window_shows_page(const shell* s);
bool window_leave(shell* s);

// panels.c: what the window shows beside the scene, and what the user can change.
void panels_draw(shell* s);
void panels_take_keys(shell* s);

// headless.c: runs all of it and returns the program's status.
int headless_run(shell* s);

// Initialisers of a shell_program: the parts that all of them have, ...
#define SHELL_PARTS                                                                                                    \
    .start = window_start, .end = window_end, .restart = window_restart, .view = window_view, .draw = window_draw,     \
    .panels = panels_draw, .take_keys = panels_take_keys, .run = headless_run

// ... those of a program whose steps the shell asks for, ...
#define SHELL_PARTS_WITH_STEPS SHELL_PARTS, .step = window_step, .step_seconds = window_step_seconds

// ... those of a program that can go back in time, ...
#define SHELL_PARTS_WITH_REWIND .world = window_world, .keep = window_keep, .take_back = window_take_back

// ... and its options: the table of them, the type they are read into, and what that begins as.
#define SHELL_OPTIONS(table, type, start_values)                                                                       \
    .options = (table), .option_count = (int)(sizeof(table) / sizeof(table)[0]), .options_size = sizeof(type),         \
    .defaults = &(start_values)

#endif
