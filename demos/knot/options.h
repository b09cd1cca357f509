// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_KNOT_OPTIONS_H
#define BELAY_DEMOS_KNOT_OPTIONS_H

#include "shell/options.h"

#include <belay/rod_model.h>
#include <math.h>

typedef struct options {
    belay_rod_model model;
    int elements;
    shell_numbers mus; // without a window each has a run; the window begins with the middle one
    double force;      // N, of the hands and of the mouse
    double stiffness;  // N m^2; NAN: below
    double seconds;    // of a run without a window; as the shell has it
    double h;          // s, of a step
    double cut;        // s, when one end is cut off in a run without a window; NAN: never
} options;

// Against bending, N m^2, where none was given: a cord that springs back from a knot that is not pulled tight; in a
// window, where it lies on a table and is led by hand, one that stays as it is laid.
static inline double options_stiffness(const options* o, bool is_window)
{
    return isnan(o->stiffness) ? (is_window ? 3e-5 : 2e-3) : o->stiffness;
}

#endif
