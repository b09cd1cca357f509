// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "core/time_estimate.h"

#include <math.h>

#define MEAN_GAIN 0.125
#define DEVIATION_GAIN 0.25
#define DEVIATIONS 3.0

void bl_time_estimate_learn(bl_time_estimate* e, double seconds)
{
    if (e->mean == 0.0) {
        e->mean = seconds;
        return;
    }
    double error = seconds - e->mean;
    e->mean += MEAN_GAIN * error;
    e->deviation += DEVIATION_GAIN * (fabs(error) - e->deviation);
}

double bl_time_estimate_bound(const bl_time_estimate* e)
{
    return e->mean + DEVIATIONS * e->deviation;
}
