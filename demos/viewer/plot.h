// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Curves in a panel: several named series, scaled to fit, with round ticks and a legend. The same call serves a live
// plot in a window and a picture written without a display.

#ifndef BELAY_VIEWER_PLOT_H
#define BELAY_VIEWER_PLOT_H

#include "viewer/overlay.h"

// How the points of a series are shown.
typedef enum viewer_series_style {
    VIEWER_SERIES_LINE,
    VIEWER_SERIES_DOTS,
    VIEWER_SERIES_DASHED,
} viewer_series_style;

// One curve. The arrays belong to the caller and are only read during the call. Values that are not finite (or not
// positive on a logarithmic axis) break the line.
typedef struct viewer_series {
    const char* name; // for the legend; NULL: not listed
    const double* x;  // NULL: 0, 1, 2, ...
    const double* y;
    int count;
    int first;          // rings: index of the oldest of `count` values; 0 otherwise
    viewer_color color; // all zero: from the palette, by position
    viewer_series_style style;
    double width; // logical pixels; 0: 1.8
} viewer_series;

// A plot. An axis whose two limits are equal is scaled to the data.
typedef struct viewer_plot {
    const char* title;   // NULL: none
    const char* x_label; // NULL: none
    const char* y_label; // NULL: none; written above the axis
    const viewer_series* series;
    int series_count;
    double x_min, x_max, y_min, y_max;
    bool log_x, log_y;
    bool hide_legend;
    bool hide_panel;  // no background
    double text_size; // logical pixels; 0: 13
} viewer_plot;

// Draws a plot into a rectangle.
void viewer_plot_draw(viewer* v, viewer_rect r, const viewer_plot* plot);

// The recent values of a quantity, for a live plot. Owned by the caller; zero-initialised is empty.
typedef struct viewer_history {
    double *x, *y; // rings
    int capacity, count, first;
} viewer_history;

// Makes room for `capacity` values. False when memory runs out; the history is then empty and safe to use.
bool viewer_history_init(viewer_history* h, int capacity);

// Frees the memory.
void viewer_history_fini(viewer_history* h);

// Adds a value y at x (a time, s); the oldest is forgotten when full.
void viewer_history_push(viewer_history* h, double x, double y);

// Forgets all values.
void viewer_history_clear(viewer_history* h);

// The history as a series; good until the next push.
viewer_series viewer_history_series(const viewer_history* h, const char* name, viewer_color color);

#endif
