// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Experiments without a window: tables, time series, pictures.

#ifndef BELAY_DEMOS_GALLERY_HEADLESS_H
#define BELAY_DEMOS_GALLERY_HEADLESS_H

#include "gallery/options.h"

// Runs one or all; returns the program's exit code.
int headless_run(const options* o);

#endif
