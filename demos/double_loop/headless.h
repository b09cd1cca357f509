// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo without a window: table, time series and pictures.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_HEADLESS_H
#define BELAY_DEMOS_DOUBLE_LOOP_HEADLESS_H

#include "shell/program.h"

// Runs it; returns the program's status.
int headless_run(shell* s);

#endif
