// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_KNOT_OPTIONS_H
#define BELAY_DEMOS_KNOT_OPTIONS_H

#include "shell/options.h"

#include <belay/rod_model.h>

typedef struct options {
    belay_rod_model model;
    int elements;
    shell_numbers mus; // without a window each has a run; the window begins with the middle one
    double force;      // N, of the hands and of the mouse
    double stiffness;  // N m^2
    double seconds;    // of a run without a window; as the shell has it
    double h;          // s, of a step
    double cut;        // s, when one end is cut off in a run without a window; NAN: never
} options;

#endif
