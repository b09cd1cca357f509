// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the parts of a step took so far. Written by the step alone (step/solve/step_budget.h).

#ifndef BELAY_ENGINE_STORE_PARTS_STEP_TIMES_H
#define BELAY_ENGINE_STORE_PARTS_STEP_TIMES_H

#include "core/time_estimate.h"

typedef struct bl_step_times {
    bl_time_estimate work;          // of the solve, per unit
    bl_time_estimate recovery;      // per contact and sweep
    bl_time_estimate report;        // the end of the solve, when there are no more sweeps, per contact and body
    bl_time_estimate finish;        // all that comes after the recovery, per contact and body
    int recovery_sweeps;            // in the last step
    double swept_at;                // on belay_timer_seconds: when the sweeps of this step ended
    double solved_at, recovered_at; // on belay_timer_seconds: when solve and recovery of this step ended
} bl_step_times;

#endif
