// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sliding under the round cone, by Belay, beside sliding under a pyramid, which is stepped here.

#ifndef DEMOS_PAGES_PAGE_FRICTION_H
#define DEMOS_PAGES_PAGE_FRICTION_H

#include "pages/page_svg.h"

enum { PAGE_THROWS = 24, PAGE_TRAIL = 41 };

// Where a puck thrown in a direction has been, in equal times, the last place that of rest.
typedef struct page_trail {
    double direction; // rad
    page_point at[PAGE_TRAIL];
} page_trail;

// Pucks thrown with 2 m/s over a floor with mu = 0.4 in PAGE_THROWS directions.
void page_throw_round(page_trail trails[PAGE_THROWS]);
// The same with |f_x| <= mu N and |f_y| <= mu N for each axis by itself.
void page_throw_pyramid(page_trail trails[PAGE_THROWS]);

// Draws both; false when the file cannot be written.
bool page_draw_friction(const char* path);

#endif
