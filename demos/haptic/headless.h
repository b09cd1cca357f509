// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo without a window: a scripted hand in every place; a table, CSV files and pictures.

#ifndef BELAY_DEMOS_HAPTIC_HEADLESS_H
#define BELAY_DEMOS_HAPTIC_HEADLESS_H

#include "shell/program.h"

// The program's status: 3 where all ran and was written, but a number is not right.
int headless_run(shell* s);

#endif
