// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Programs that are built beside the tests, run as a user runs them. Linux alone: elsewhere none is found.

#ifndef BELAY_TESTS_SUPPORT_BESIDE_H
#define BELAY_TESTS_SUPPORT_BESIDE_H

#include <stddef.h>

enum { BESIDE_PATH = 1024 };

// Writes where the program of that name lies. Skips the test, naming the program, where it was not built; and where it
// cannot be looked for.
void beside_find(char path[BESIDE_PATH], const char* name);

// Runs a line of the shell and returns its exit code; both streams go to `text`, with a zero behind. Fails the test
// where it ends by a signal.
int beside_run(const char* command, char* text, size_t size);

#endif
