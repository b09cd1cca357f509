// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A recording: what the user does with mouse, keys and gamepad, written as a play (play.h), so that --play makes the
// session again. Meanwhile simulated time passes as in a play, by the sixtieth of a second per frame.

#ifndef BELAY_SHELL_RECORD_H
#define BELAY_SHELL_RECORD_H

#include "shell/program.h"

// Opens s->record_file. False: `error` says why not.
bool shell_record_open(shell* s, char* error, size_t error_size);

// Before every frame.
void shell_record_frame(shell* s);

// Writes what is left, and says so. False: not all of it could be written.
bool shell_record_close(shell* s);

#endif
