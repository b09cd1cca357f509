// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How a step keeps within its time. Two parts of a step can be cut short at any point: the solve, and the recovery of
// overlap after it. So each must end early enough for what follows, which takes about as long as it did in the steps
// before. Without a budget nothing here makes a difference to anything.

#ifndef BELAY_ENGINE_STEP_SOLVE_STEP_BUDGET_H
#define BELAY_ENGINE_STEP_SOLVE_STEP_BUDGET_H

// What something takes, s, as it is to be expected: the mean of what it took and the mean deviation from that, both of
// which forget (as for round trips on a network: Jacobson 1988). Zeroed: nothing is known.
typedef struct bl_time_estimate {
    double mean, deviation;
} bl_time_estimate;

void bl_time_estimate_learn(bl_time_estimate* estimate, double seconds);
// What it seldom exceeds.
double bl_time_estimate_bound(const bl_time_estimate* estimate);

typedef struct bl_step_times {
    bl_time_estimate work;          // of the solve, per unit
    bl_time_estimate recovery;      // per contact and sweep
    bl_time_estimate account;       // the end of the solve, when there are no more sweeps, per contact and body
    bl_time_estimate finish;        // all that comes after the recovery, per contact and body
    int recovery_sweeps;            // in the last step
    double swept_at;                // on bl_timer_seconds: when the sweeps of this step ended
    double solved_at, recovered_at; // on bl_timer_seconds: when solve and recovery of this step ended
} bl_step_times;

// On bl_timer_seconds; 0: none.
typedef struct bl_step_deadlines {
    double solve, recovery;
} bl_step_deadlines;

struct belay_world;
// Before the solve: when solve and recovery of a step must end that itself must end at `deadline`.
bl_step_deadlines bl_step_plan(const struct belay_world* world, double deadline);
// At the end of the step, at `now`.
void bl_step_learn_times(struct belay_world* world, double now);

#endif
