// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Forces that rest does not determine: a plate on four legs, with a load somewhere on it.

#ifndef DEMOS_PAGES_PAGE_LOADS_H
#define DEMOS_PAGES_PAGE_LOADS_H

#include <stdbool.h>

// The forces under the legs of a table of 1.2 x 0.8 m whose weight with its load is 100 N, at x = -0.5, y = -0.3; 0.5,
// -0.3; -0.5, 0.3; 0.5, 0.3 m, with the centre of mass above (x, y).
void page_weigh_table(double x, double y, double forces[4]);

// Draws three of them; false when the file cannot be written.
bool page_draw_loads(const char* path);

#endif
