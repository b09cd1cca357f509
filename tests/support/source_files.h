// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The project's own source files, for tests of how they are laid out. Tests are run from the project's folder, or with
// BELAY_HASHES naming its tests/hashes.

#ifndef BELAY_TESTS_SUPPORT_SOURCE_FILES_H
#define BELAY_TESTS_SUPPORT_SOURCE_FILES_H

#include <stdbool.h>
#include <stdio.h>

enum { SOURCE_NAME = 160 };

// Calls visit for every .c and .h file below a folder of the project, with its name from that folder on.
typedef void source_visit_fn(const char* name);
void source_walk(const char* below, source_visit_fn* visit);

// The same for files of every kind, but those whose names begin with a point.
void source_walk_all(const char* below, source_visit_fn* visit);

// The file of that name below a folder of the project; ends the test when it cannot be opened.
FILE* source_open(const char* below, const char* name);

// Whether there is a file or folder of that name, from the project's folder on.
bool source_exists(const char* name);

// "step/solve/x.c" -> "step/solve"
void source_folder(const char* name, char folder[SOURCE_NAME]);

// The header in a line of the form #include "...", or false.
bool source_included(const char* line, char header[SOURCE_NAME]);

#endif
