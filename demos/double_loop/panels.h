// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the window shows and what the user can change.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_PANELS_H
#define BELAY_DEMOS_DOUBLE_LOOP_PANELS_H

#include "shell/program.h"

// Functions of shell_program. Changes of lanes and of their numbers go into the race and ask for a restart.
void panels_take_keys(shell* s);
void panels_draw(shell* s);

#endif
