// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What happened so far, as curves of bounded length: for plots of a run of any length.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_CURVES_H
#define BELAY_DEMOS_DOUBLE_LOOP_CURVES_H

#include "double_loop/lane.h"

enum { CURVES_CAPACITY = 1200 }; // a plot is not wider than about as many pixels

typedef enum curve {
    CURVE_TIME, // s
    CURVE_SPIN, // J, as the four below
    CURVE_TRANSLATION,
    CURVE_POTENTIAL,
    CURVE_DISSIPATED,
    CURVE_TOTAL,    // of energy and what was dissipated: flat
    CURVE_PROGRESS, // m; NAN once the ball has left the track, so that the line ends
    CURVE_COUNT
} curve;

// Zero-initialised is empty. When full, every second value is dropped and from then on only every second one is taken.
typedef struct curves {
    int count;
    int stride, skipped; // samples per value, and those since the last value
    double values[CURVE_COUNT][CURVES_CAPACITY];
    belay_vec3 path[CURVES_CAPACITY]; // of the ball, m, world
} curves;

// Adds a sample; a full one thins itself out first.
void curves_push(curves* c, const lane_sample* s);
// What was pushed since it stood so is forgotten; thinned out in the meantime, it stays so.
void curves_take_back(curves* c, int count, int stride, int skipped);
// Forgets all.
void curves_clear(curves* c);

#endif
