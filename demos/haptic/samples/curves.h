// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The recent past of a run as curves, for the window and for pictures.

#ifndef BELAY_DEMOS_HAPTIC_SAMPLES_CURVES_H
#define BELAY_DEMOS_HAPTIC_SAMPLES_CURVES_H

#include "haptic/samples/sample.h"

#include "viewer/viewer.h"

typedef enum curve {
    CURVE_FORCE_X,
    CURVE_FORCE_Y,
    CURVE_FORCE_Z,
    CURVE_DEVICE_X, // mm, as the next three
    CURVE_DEVICE_Z,
    CURVE_TOOL_X,
    CURVE_TOOL_Z,
    CURVE_ENERGY, // mJ
    CURVE_MICROS,
    CURVE_COUNT
} curve;

typedef struct curves {
    viewer_history all[CURVE_COUNT];
} curves;

// False without memory; safe to use and to end then.
bool curves_init(curves* c, int capacity);
// Frees all curves, forgets their points, adds a sample to each.
void curves_fini(curves* c);
void curves_clear(curves* c);
void curves_push(curves* c, const sample* s);

// Four plots, one below the other, each of `height`, in a panel that is open. `micros` says what the last one shows.
void curves_draw(const curves* c, viewer* v, double height, const char* micros);

#endif
