// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of the runs, without a display: the way of one of them, all tight knots, and all of them released.

#ifndef BELAY_DEMOS_KNOT_PICTURES_H
#define BELAY_DEMOS_KNOT_PICTURES_H

#include "knot/run.h"

#include "shell/program.h"

// Writes them into the folder of --out and prints their names. False: it could not, and has said why. Where there is no
// OpenGL it says so, and that is no fault.
bool pictures_write(const run* runs, shell* s);

#endif
