// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Constant forces under the theta scheme: q+ = q + h ((1 - theta) v + theta v+).

#include "scenes/stepping.h"

// With v_k = k h a the sum over k = 0 ... n - 1 of (1 - theta) v_k + theta v_(k + 1) is
// h a ((1 - theta) n (n - 1) / 2 + theta n (n + 1) / 2) = h a n (n - 1 + 2 theta) / 2.
double stepping_distance(const experiment* e, double a, int steps)
{
    double h = experiment_h(e), theta = belay_world_get_def(e->world)->theta;
    return 0.5 * h * h * a * steps * (steps - 1 + 2.0 * theta);
}

// Friction takes h a from the speed in each step and what is left of it in the last.
double stepping_stop_distance(const experiment* e, double speed, double a)
{
    double h = experiment_h(e), theta = belay_world_get_def(e->world)->theta, passed = 0.0;
    if (!(h * a > 0.0)) return HUGE_VAL;
    for (double v = speed; v > 0.0;) {
        double next = fmax(v - h * a, 0.0);
        passed += h * ((1.0 - theta) * v + theta * next);
        v = next;
    }
    return passed;
}
