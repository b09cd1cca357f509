// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Times to come from times that were.

#ifndef BELAY_ENGINE_CORE_TIME_ESTIMATE_H
#define BELAY_ENGINE_CORE_TIME_ESTIMATE_H

// What something takes, s, as it is to be expected: the mean of what it took and the mean deviation from that, both of
// which forget (as for round trips on a network: Jacobson 1988). Zeroed: nothing is known.
typedef struct bl_time_estimate {
    double mean, deviation;
} bl_time_estimate;

void bl_time_estimate_learn(bl_time_estimate* estimate, double seconds);
// What it seldom exceeds.
double bl_time_estimate_bound(const bl_time_estimate* estimate);

#endif
