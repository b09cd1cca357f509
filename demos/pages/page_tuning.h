// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the settings of a world change, as plots of runs: step, tolerance, work, and theta of a rod.

#ifndef DEMOS_PAGES_PAGE_TUNING_H
#define DEMOS_PAGES_PAGE_TUNING_H

#include <stdbool.h>

// What a run of a pile of boxes took, and what it left.
typedef struct page_pile {
    double work;     // units of work per step, mean
    double residual; // the worst of all steps
    double overlap;  // m, the deepest of all steps
} page_pile;

// Drops 48 boxes and makes steps of h for 1 s, with as much work as the tolerance takes.
page_pile page_drop_pile(double h, double tolerance);
// Puts a heavy ball on a wall of 114 bricks and makes 60 steps of 1/60 s.
page_pile page_load_wall(long long max_work);
// The part by which the period of a pendulum of 1 m, let go at 60 degrees, is off with that step.
double page_pendulum_error(double h);

// Draws the plots; false when the file cannot be written.
bool page_draw_tuning(const char* path);

#endif
