// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo in a window: a rope to be tied with the mouse.

#ifndef BELAY_DEMOS_KNOT_WINDOW_VIEW_H
#define BELAY_DEMOS_KNOT_WINDOW_VIEW_H

#include "knot/options.h"

typedef enum window_result {
    WINDOW_CLOSED,    // by the user
    WINDOW_NO_OPENGL, // it could not be opened
    WINDOW_FAILED,
} window_result;

// Shows the window until it is closed. Otherwise `error` says why not.
window_result window_run(const options* o, char* error, size_t error_size);

#endif
