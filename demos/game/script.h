// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Plays without a window: of a file as --play takes it (shell/play.h), the lines of keys, gamepad, waiting and
// pictures, a line a frame as there, so that both come to the same end.

#ifndef BELAY_DEMOS_GAME_SCRIPT_H
#define BELAY_DEMOS_GAME_SCRIPT_H

#include "game/held.h"

#include <stddef.h>

static const double SCRIPT_FRAME = 1.0 / 60.0; // s, of simulated time

enum { SCRIPT_NAME = 64 };

typedef struct script script;

// Reads a file. Null: `error` says why, with the line that is wrong.
script* script_open(const char* path, char* error, size_t error_size);
void script_close(script* s);

// The next frame: what is held then, and the name of the picture that is wanted after it, null: none. False: the play
// is over, and there is no such frame.
bool script_frame(script* s, held* now, const char** picture);

#endif
