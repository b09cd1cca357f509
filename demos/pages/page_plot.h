// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Plots of the pages: a frame with ticks, lines and marks in the units of what is shown, linear or by powers of ten.

#ifndef DEMOS_PAGES_PAGE_PLOT_H
#define DEMOS_PAGES_PAGE_PLOT_H

#include "pages/page_svg.h"

// An axis from low to high; is_log: by powers of ten, both above zero.
typedef struct page_axis {
    double low, high, tick; // tick: between two marks, linear axes alone
    bool is_log;
    const char* label;
} page_axis;

typedef struct page_plot {
    FILE* svg;
    page_point corner; // upper left of the frame
    double width, height;
    page_axis x, y;
} page_plot;

// Draws frame, ticks, labels and a title above.
void page_plot_frame(const page_plot* plot, const char* title);
page_point page_plot_place(const page_plot* plot, double x, double y);
// A line through values with marks, and its name above its middle. Values below a logarithmic axis are drawn at its low
// end.
void page_plot_line(const page_plot* plot, const page_point* values, int count, uint32_t color, const char* name);

#endif
