// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_OPTIONS_H
#define BELAY_DEMOS_DOUBLE_LOOP_OPTIONS_H

#include "viewer/command_line.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { OPTIONS_MAX_LANES = VIEWER_MAX_NUMBERS };

typedef struct options {
    viewer_numbers mus; // one lane each
    double spin;        // rad/s
    double h;           // s
    double theta;       // 0.5 to 1
    double seconds;     // s of simulated time, headless
    const char* out;
    viewer_mode mode;
    bool enable_pictures;
    int size[2]; // width and height of the window and of the pictures, pixels
    bool wants_help;
} options;

// The set that tells the story: one ball never leaves, one turns back, one falls, one makes one loop, two make both.
options options_default(void);

// Fills `o`, which holds the defaults, from the command line; texts are not copied. On false, `error` is one line that
// names the option, the value and what is allowed.
bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size);

void options_print_help(FILE* file);

#endif
