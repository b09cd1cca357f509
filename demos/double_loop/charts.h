// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The plots: energies of one lane, progress of all. For the window and for pictures.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_CHARTS_H
#define BELAY_DEMOS_DOUBLE_LOOP_CHARTS_H

#include "double_loop/curves.h"
#include "double_loop/options.h"

#include "viewer/plot.h"

enum { CHARTS_MAX_SERIES = OPTIONS_MAX_LANES + 2, CHARTS_ACROSS = 240 };

// A plot and the memory it points into, so it must not be copied. Good while the curves are not pushed to.
typedef struct chart {
    viewer_plot plot;
    viewer_series series[CHARTS_MAX_SERIES];
    char names[OPTIONS_MAX_LANES][24];
    // Lines across the plot; dashes need points to be counted from.
    double across_x[CHARTS_ACROSS], across_y[2][CHARTS_ACROSS];
} chart;

// The energies of one lane over time.
void chart_energies(chart* c, const curves* of);

// Starts a plot of progress over time; `loop_end` (m) are drawn as lines across, from 0 to `seconds`.
void chart_progress_begin(chart* c, const double loop_end[2], double seconds);
// Adds the progress of one lane, in the colour of its friction coefficient.
void chart_progress_add(chart* c, const curves* of, double mu);

// The colour of a friction coefficient: from cold and slippery to hot and gripping.
viewer_color chart_color(double mu);

#endif
