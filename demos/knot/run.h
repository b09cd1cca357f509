// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One run without a window: a knot tied, drawn tight and released, watched at every step.

#ifndef BELAY_DEMOS_KNOT_RUN_H
#define BELAY_DEMOS_KNOT_RUN_H

#include "knot/options.h"
#include "knot/script.h"

// What is shown of a run; from RUN_TIED on, what is in the table.
typedef enum run_moment {
    RUN_STRAIGHT,
    RUN_LED,
    RUN_THROUGH,
    RUN_TIED,
    RUN_QUARTER, // of the force
    RUN_HALF,
    RUN_TIGHT,
    RUN_RELEASED,
    RUN_MOMENT_COUNT
} run_moment;

// The rope at a moment, and what happened since the moment before.
typedef struct run_record {
    rope_sample at;
    rope_form form;
    double time;                      // s, of the script
    double force;                     // N
    uint64_t knot;                    // determinant
    int checks, other_knots, unclear; // every tenth step: how often it was looked at, was no trefoil, was not told
    double mean_seconds, p99_seconds; // of a step, wall time
    double worst_residual, deepest;
    int unconverged; // steps
} run_record;

typedef struct run {
    double mu;
    bool was_tied_by_hand; // else the script's knot failed and the rope began as a loose knot
    run_record records[RUN_MOMENT_COUNT];
} run;

// Called after every step with the rope and the script as they stand; false ends the run.
typedef bool run_watch(void* context, const rope* r, const script* s, uint64_t knot);

// Makes a run. False: `error` says why; an empty message when `watch` ended it.
bool run_make(run* result, const options* o, double mu, run_watch* watch, void* context, belay_error* error);

// A word for a moment, as "tight"; never null.
const char* run_moment_name(run_moment moment);

#endif
