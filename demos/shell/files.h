// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Files that a run without a window writes beside pictures: series of values.

#ifndef BELAY_SHELL_FILES_H
#define BELAY_SHELL_FILES_H

#include "shell/folder.h"
#include "shell/program.h"

// A file on its way. Zero: none.
typedef struct shell_file {
    FILE* file;
    char path[SHELL_MAX_PATH];
} shell_file;

// Opens the file `name` in the folder of --out, which it makes; to be done before a long run, so that a folder that
// cannot be written is told at once. False: it has said why, and there is nothing to close.
bool shell_file_open(const shell* s, shell_file* f, const char* name);

// Closes it. True: all of it is written, and it has said so. False: it has said why not.
bool shell_file_close(const shell* s, shell_file* f);

#endif
