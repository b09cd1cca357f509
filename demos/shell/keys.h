// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Keys by name, in plays and recordings: one character, or one of the words in keys.c.

#ifndef BELAY_SHELL_KEYS_H
#define BELAY_SHELL_KEYS_H

#include <stdbool.h>
#include <stdint.h>

enum { SHELL_KEY_NAME = 16 };

// The key of that name, as SDL's key code. False: there is none.
bool shell_key_find(const char* name, int32_t* code);

// The name of a key. False: it has none, and no use in these windows.
bool shell_key_name(int32_t code, char name[SHELL_KEY_NAME]);

#endif
