// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where a run writes its files.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_OUTPUT_H
#define BELAY_DEMOS_DOUBLE_LOOP_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { OUTPUT_MAX_PATH = 1024 };

// Makes the folder and those above it, as far as they are missing. Whether files can be written there shows when the
// first is opened.
void output_make_folder(const char* folder);

// Writes "folder/name" into `path`. False when that is longer than OUTPUT_MAX_PATH.
bool output_path(char path[OUTPUT_MAX_PATH], const char* folder, const char* name);

#endif
