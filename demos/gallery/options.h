// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_GALLERY_OPTIONS_H
#define BELAY_DEMOS_GALLERY_OPTIONS_H

#include "gallery/show_flags.h"

#include "scenes/experiment.h"
#include "viewer/command_line.h"

#include <stdio.h>

typedef struct options {
    const experiment_kind* kind; // null: all of them without a window, the first one in it
    experiment_options experiment;
    double seconds; // s of simulated time without a window; NAN: as long as the kind's results are meant for
    const char *csv, *png, *apng; // files; null: none
    show_flags flags;
    viewer_mode mode;
    int size[2]; // width and height of window and picture, pixels
    bool wants_list, wants_help;
} options;

options options_default(void);

// Fills `o`, which holds the defaults, from the command line; texts are not copied. On false, `error` is one line that
// names the option, the value and what is allowed.
bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size);

void options_print_help(FILE* file);

// All experiments and their parameters.
void options_print_list(FILE* file);

#endif
