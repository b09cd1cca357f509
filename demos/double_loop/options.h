// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_OPTIONS_H
#define BELAY_DEMOS_DOUBLE_LOOP_OPTIONS_H

#include "shell/options.h"

enum { OPTIONS_MAX_LANES = SHELL_MAX_NUMBERS };

typedef struct options {
    shell_numbers mus; // one lane each
    double spin;       // rad/s, at the start
    double h;          // s, of a step
    double theta;      // of the time-stepping scheme, 0.5 to 1
} options;

#endif
