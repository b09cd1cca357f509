// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the window shows, as an animation, from one key press to the next.

#ifndef BELAY_SHELL_FILM_H
#define BELAY_SHELL_FILM_H

#include "shell/program.h"

// Begins one, into a file with a number of its own, or ends that on its way; tells so in the window.
void shell_film_toggle(shell* s);

// After every frame: adds it when one is due. Nothing without a film.
void shell_film_add(shell* s);

// Ends it, if there is one.
void shell_film_close(shell* s);

#endif
