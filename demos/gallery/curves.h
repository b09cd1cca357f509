// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the last steps were like, over simulated time, for plots.

#ifndef BELAY_DEMOS_GALLERY_CURVES_H
#define BELAY_DEMOS_GALLERY_CURVES_H

#include "viewer/viewer.h"

#include <belay/belay.h>

#include <stdio.h>

typedef enum curve {
    CURVE_STEP,      // ms, all of a step
    CURVE_DETECT,    // ms of it: pairs and contacts
    CURVE_SOLVE,     // ms: rows, islands, impulses
    CURVE_REST,      // ms: all else
    CURVE_RESIDUAL,  // log10
    CURVE_TOLERANCE, // log10
    CURVE_ENERGY,    // J, mechanical
    CURVE_LOST,      // J, taken by contacts, joints, damping, since the plot began
    CURVE_GIVEN,     // J, by motors, movers, hands, overlap, likewise
    CURVE_LEFT_OVER, // J, what no item explains, likewise
    CURVE_COUNT
} curve;

// Zero is empty.
typedef struct curves {
    viewer_history list[CURVE_COUNT];
    double lost, given, left_over; // J, sums
} curves;

// False without memory.
bool curves_init(curves* c);
void curves_fini(curves* c);
void curves_clear(curves* c);

// Adds the last step of a world.
void curves_take(curves* c, const belay_world* world);

// Writes them as a table, with a line of names.
void curves_write(const curves* c, FILE* file);

// Draws plots of them in a panel that is open.
void curves_draw(const curves* c, viewer* v);

#endif
