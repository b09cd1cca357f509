// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_HAPTIC_OPTIONS_H
#define BELAY_DEMOS_HAPTIC_OPTIONS_H

#include "haptic/place.h"

#include "belay/haptic_simulation.h"
#include "viewer/command_line.h"

#include <stdio.h>

typedef struct options {
    const place* place;         // null: all of them without a window, the first one in it
    const char* device;         // in a window: id, driver or part of a name; null: a real one, else the simulated one
    belay_haptic_preset preset; // what the simulated device is
    double rate;                // Hz, of physics
    double stiffness, damping;  // N/m, N s/m; NAN: the device's
    const char* out;            // folder
    viewer_mode mode;
    int size[2]; // width and height of window and pictures, pixels
    bool wants_list, wants_help;
} options;

options options_default(void);

// Fills `o`, which holds the defaults, from the command line; texts are not copied. On false, `error` is one line that
// names the option, the value and what is allowed.
bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size);

void options_print_help(FILE* file);

// The scenes, and the devices that can be simulated.
void options_print_scenes(FILE* file);

#endif
