// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_HAPTIC_OPTIONS_H
#define BELAY_DEMOS_HAPTIC_OPTIONS_H

#include "haptic/places/place.h"

#include "belay/haptic_simulation.h"

typedef struct options {
    const place* place;         // null: all of them without a window, the first one in it
    const char* device;         // in a window: id, driver or part of a name; null: a real one, else the simulated one
    belay_haptic_preset preset; // what the simulated device is
    double rate;                // Hz, of physics
    double stiffness, damping;  // N/m, N s/m; NAN: the device's
} options;

#endif
