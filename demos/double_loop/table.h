// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The table of a run, one row a lane.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_TABLE_H
#define BELAY_DEMOS_DOUBLE_LOOP_TABLE_H

#include "double_loop/run.h"

// Prints the table; but for the two columns of step times, equal runs print equal bytes.
void table_print(const run* r, FILE* file);

#endif
