// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The time series of a run as comma-separated values.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_CSV_H
#define BELAY_DEMOS_DOUBLE_LOOP_CSV_H

#include "double_loop/run.h"

// Writes every sample of every lane, lane after lane, under a line of names and units. Equal runs write equal bytes.
// False when the file could not take it all.
bool csv_write(const run* r, FILE* file);

#endif
