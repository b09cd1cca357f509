// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The table of a run, one row for each moment from where the knot is tied.

#ifndef BELAY_DEMOS_KNOT_TABLE_H
#define BELAY_DEMOS_KNOT_TABLE_H

#include "knot/run.h"

// Prints what the runs have in common and the names of the columns.
void table_print_head(const options* o, FILE* file);

// But for the two columns of step times, equal runs print equal bytes.
void table_print(const run* r, FILE* file);

#endif
