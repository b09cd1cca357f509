// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A run without a window: all lanes for a given time, every step kept.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_RUN_H
#define BELAY_DEMOS_DOUBLE_LOOP_RUN_H

#include "double_loop/lane.h"
#include "double_loop/options.h"

typedef struct run {
    int lane_count;
    int sample_count; // per lane: the start and every step
    lane lanes[OPTIONS_MAX_LANES];
    lane_sample* samples[OPTIONS_MAX_LANES];
    double h; // s
} run;

// Simulates all lanes for so many seconds, s. False: `error` says why, nothing is left.
bool run_create(run* r, const options* o, double seconds, belay_error* error);

// Frees lanes and samples. Allowed on a run that is all zero.
void run_destroy(run* r);

// The ball of a lane at a time, between two samples; held within the run.
lane_sample run_sample_at(const run* r, int lane_index, double time);

#endif
