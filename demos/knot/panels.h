// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the window shows beside the rope and what the user can change.

#ifndef BELAY_DEMOS_KNOT_PANELS_H
#define BELAY_DEMOS_KNOT_PANELS_H

#include "shell/program.h"

// Functions of shell_program.
void panels_take_keys(shell* s);
void panels_draw(shell* s);

#endif
