// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo without a window: a scripted hand in every place; a table, CSV files and pictures.

#ifndef BELAY_DEMOS_HAPTIC_HEADLESS_H
#define BELAY_DEMOS_HAPTIC_HEADLESS_H

#include "haptic/options.h"

// The program's exit code.
int headless_run(const options* o);

#endif
