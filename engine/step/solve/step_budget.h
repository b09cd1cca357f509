// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How a step keeps within its time. Two parts of a step can be cut short at any point: the solve, and the recovery of
// overlap after it. So each must end early enough for what follows, which takes about as long as it did in the steps
// before. Without a budget nothing here makes a difference to anything.

#ifndef BELAY_ENGINE_STEP_SOLVE_STEP_BUDGET_H
#define BELAY_ENGINE_STEP_SOLVE_STEP_BUDGET_H

#include "store/state.h"

// On belay_timer_seconds; 0: none.
typedef struct bl_step_deadlines {
    double solve, recovery;
} bl_step_deadlines;

// Before the solve: when solve and recovery of a step must end that itself must end at `deadline`.
bl_step_deadlines bl_step_plan(const belay_world* world, double deadline);
// At the end of the step, at `now`.
void bl_step_learn_times(belay_world* world, double now);

#endif
