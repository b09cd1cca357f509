// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A run without a window, for programs that have none of their own.

#ifndef BELAY_SHELL_HEADLESS_H
#define BELAY_SHELL_HEADLESS_H

#include "shell/program.h"

// Simulates for s->seconds, prints what is measured at the end, and writes series.csv (every 1/60 s, or every step when
// that is longer), the picture end.png and the animation run.png. Returns the program's status.
int shell_run_headless(shell* s);

#endif
