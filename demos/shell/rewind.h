// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Going back in time: while a program runs in its window, moments of it are kept, within a bound on memory; the oldest
// are forgotten. A moment is the program's worlds as snapshots and what the program keeps beside them. A moment can
// also be saved to a file and loaded again, by the same program with the same scene. No graphics.

#ifndef BELAY_SHELL_REWIND_H
#define BELAY_SHELL_REWIND_H

#include "shell/program.h"

// Whether the program can go back.
bool shell_rewind_is_possible(const shell* s);

// After the steps of a frame: keeps the moment when the last one is long enough ago. Moments ahead of it, after it went
// back, are forgotten.
void shell_rewind_take(shell* s);

// Forgets all.
void shell_rewind_clear(shell* s);
void shell_rewind_free(shell* s);

// Simulated seconds of the oldest and the newest moment, and where it is. False: there is none.
bool shell_rewind_range(const shell* s, double* oldest, double* newest, double* now);

// Goes to the moment nearest to a time; it stays there, paused. False: the engine refuses, with the reason in `error`.
bool shell_rewind_to(shell* s, double time, belay_error* error);
// ... to the one before (-1) or behind (1) that which it is at, if there is one.
bool shell_rewind_by(shell* s, int moments, belay_error* error);

// Saves the present moment; loads one. False: `error` says why, and nothing has changed.
bool shell_moment_save(shell* s, const char* path, char* error, size_t error_size);
bool shell_moment_load(shell* s, const char* path, char* error, size_t error_size);

#endif
