// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the window shows beside the scene and what the user can change. The functions are those of shell_program: flags
// change at once, values and scenes by asking for a restart.

#ifndef BELAY_DEMOS_GALLERY_PANELS_H
#define BELAY_DEMOS_GALLERY_PANELS_H

#include "shell/program.h"

// The members `take_keys` and `panels` of shell_program.
void panels_take_keys(shell* s);
void panels_draw(shell* s);

#endif
