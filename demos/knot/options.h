// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_KNOT_OPTIONS_H
#define BELAY_DEMOS_KNOT_OPTIONS_H

#include "viewer/command_line.h"

#include <belay/rod_model.h>

#include <stdio.h>

typedef struct options {
    belay_rod_model model;
    int elements;
    viewer_numbers mus; // without a window each has a run; the window begins with the middle one
    double force;       // N, of the hands and of the mouse
    double stiffness;   // N m^2
    double seconds;     // of a run without a window
    double h;           // s
    double cut;         // s, when one end is cut off in a run without a window; NAN: never
    const char* out;
    bool enable_pictures, wants_help;
    viewer_mode mode;
    int size[2]; // width and height of window and pictures, pixels
} options;

options options_default(void);

// Fills `o`, which holds the defaults, from the command line; texts are not copied. On false, `error` is one line that
// names the option, the value and what is allowed.
bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size);

void options_print_help(FILE* file);

#endif
