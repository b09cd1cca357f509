// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Steps of fixed length under frames of any: what a frame owes is made up in whole steps, and what a slow machine
// cannot make up is given up, so that one slow frame does not make the next ones slower. No graphics.

#ifndef BELAY_SHELL_PACE_H
#define BELAY_SHELL_PACE_H

#include <stdbool.h>

// Zero is the start.
typedef struct shell_pace {
    double owed;    // s of simulated time not yet stepped; less than a step after shell_pace_wants_step said no
    double dropped; // s given up so far
} shell_pace;

// Lets `seconds` of simulated time pass.
void shell_pace_pass(shell_pace* p, double seconds);

// True: make a step of h seconds, and ask again. `spent` is the wall time, s, that the steps of this frame took so far;
// when a frame has no more to spare the answer is no and the rest is given up.
bool shell_pace_wants_step(shell_pace* p, double h, double spent);

// Where to draw between the last two states, 0 to 1.
double shell_pace_blend(const shell_pace* p, double h);

#endif
