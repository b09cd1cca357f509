// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The residuals on the way of one solve, and the CSV file of them.

#ifndef BELAY_ENGINE_TOOLS_BELAY_SOLVE_HISTORY_H
#define BELAY_ENGINE_TOOLS_BELAY_SOLVE_HISTORY_H

#include "outcome.h"

// The first `guesses` residuals are those of the guesses that are looked at before the first iteration. A method may
// look less often than at every iteration, so that the others are spread evenly over the iterations.
typedef struct history {
    double* residual; // [capacity]
    int32_t capacity, count;
    int32_t guesses;
} history;

// Room for one solve with the options; nothing when `is_wanted` is false. False when memory runs out.
bool history_init(history* h, const belay_solve_options* options, bool is_wanted);
void history_fini(history* h);

// The iteration that residual k belongs to, and the time since the start.
double history_iteration(const history* h, const belay_solve_report* report, int32_t k);
double history_seconds(const history* h, const belay_solve_report* report, int32_t k);

void history_write_head(FILE* file);
void history_write(FILE* file, const outcome* o, const history* h);

#endif
