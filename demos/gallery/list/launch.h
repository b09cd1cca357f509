// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Programs that are built beside this one, run as processes of their own.

#ifndef BELAY_DEMOS_GALLERY_LIST_LAUNCH_H
#define BELAY_DEMOS_GALLERY_LIST_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LAUNCH_MAX_ARGUMENTS = 6 };

// A program on its way. Zero is none.
typedef struct launch {
    int process;  // 0: none
    FILE* output; // what it printed; NULL: that went where this program's output goes
    int status;   // of the last one: what it returned, -1: it ended by a signal
} launch;

// Starts `name`, a path from the folder of this program ("examples/example_hello"), with arguments up to the first
// NULL. With `keeps_output` both its streams are kept for launch_read. False: `error` says why not.
bool launch_start(launch* l, const char* name, const char* const arguments[LAUNCH_MAX_ARGUMENTS], bool keeps_output,
                  char* error, size_t error_size);

// Whether it still runs; at its end `status` is filled.
bool launch_is_running(launch* l);

// What it printed, as far as it fits, and forgets it.
void launch_read(launch* l, char* text, size_t size);

// Ends it, where it still runs, and forgets all.
void launch_end(launch* l);

#endif
