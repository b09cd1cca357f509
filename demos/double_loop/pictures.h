// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of a run, without a display: stills at chosen moments, the whole run in one picture, plots, an animation.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_PICTURES_H
#define BELAY_DEMOS_DOUBLE_LOOP_PICTURES_H

#include "double_loop/run.h"

#include "shell/program.h"

// Writes them into the folder of --out and prints their names. False: it could not, and has said why. Where there is no
// OpenGL it says so, and that is no fault.
bool pictures_write(const run* r, shell* s);

#endif
