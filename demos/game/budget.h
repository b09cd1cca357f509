// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How much of a frame at 60 Hz the game takes: everything but drawing, that is, steps, characters and measuring.

#ifndef BELAY_DEMOS_GAME_BUDGET_H
#define BELAY_DEMOS_GAME_BUDGET_H

#include "viewer/viewer.h"

static const double BUDGET_FRAME = 1.0 / 60.0; // s

// Zero-initialised is empty.
typedef struct budget {
    viewer_history ms; // of frames, over simulated time
    double frame;      // s, of the frame at hand
    double last;       // s, of the last whole frame
    double sum, worst; // s
    int count, late;   // frames; those that took longer than BUDGET_FRAME
} budget;

bool budget_init(budget* b);
void budget_fini(budget* b);

// Adds wall time (s) to the frame at hand; ends it at a simulated time (s).
void budget_add(budget* b, double seconds);
void budget_end_frame(budget* b, double time);

// A bar at the lower edge, in the middle.
void budget_draw(const budget* b, viewer* v);

#endif
