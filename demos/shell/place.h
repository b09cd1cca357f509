// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where a program's window was when it was last closed, and how large: kept in a small file of the user's.

#ifndef BELAY_SHELL_PLACE_H
#define BELAY_SHELL_PLACE_H

#include "viewer/window.h"

// Reads a place; false: there is no such file, or what is in it is no place of a window.
bool shell_place_read(const char* path, viewer_place* place);

// Writes it; false: it cannot be written.
bool shell_place_write(const char* path, viewer_place place);

#endif
