// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How steps are solved, as widgets: what can be changed in the running world is; threads are chosen when a world is
// made, so the scene begins anew.

#ifndef BELAY_DEMOS_GALLERY_SETTINGS_H
#define BELAY_DEMOS_GALLERY_SETTINGS_H

#include "shell/program.h"

// Draws and serves them in a panel that is open. What the engine refuses is told in the shell's note.
void settings_draw(shell* s);

#endif
