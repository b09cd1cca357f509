// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Experiments without a window: tables, and with --out time series, pictures and animations.

#ifndef BELAY_DEMOS_GALLERY_HEADLESS_H
#define BELAY_DEMOS_GALLERY_HEADLESS_H

#include "shell/program.h"

// Runs one or all; returns the program's status.
int headless_run(shell* s);

#endif
