// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where demos write their files.

#ifndef BELAY_SHELL_FOLDER_H
#define BELAY_SHELL_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

enum { SHELL_MAX_PATH = 1024 };

// Makes the folder and those above it, as far as they are missing. Whether files can be written there shows when the
// first is opened.
void shell_folder_make(const char* folder);

// The same for the folder that a file is to lie in.
void shell_folder_make_for(const char* file);

// Writes "folder/name" into `path`. False when that is longer than SHELL_MAX_PATH.
bool shell_folder_path(char path[SHELL_MAX_PATH], const char* folder, const char* name);

#endif
