// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "core/time_estimate.h"

#include "core/core_tolerances.h"

#include <math.h>

void bl_time_estimate_learn(bl_time_estimate* e, double seconds)
{
    if (e->mean == 0.0) {
        e->mean = seconds;
        return;
    }
    double error = seconds - e->mean;
    e->mean += BL_TIME_MEAN_GAIN * error;
    e->deviation += BL_TIME_DEVIATION_GAIN * (fabs(error) - e->deviation);
}

double bl_time_estimate_bound(const bl_time_estimate* e)
{
    return e->mean + BL_TIME_DEVIATIONS * e->deviation;
}
