// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The demo in a window: it looks at what runs on threads of its own, and moves the simulated hand.

#ifndef BELAY_DEMOS_HAPTIC_WINDOW_H
#define BELAY_DEMOS_HAPTIC_WINDOW_H

#include "haptic/hand.h"
#include "haptic/live.h"
#include "haptic/samples/curves.h"
#include "haptic/view.h"

#include "shell/parts.h"

typedef struct window {
    live live;
    view view; // empty before the first place
    curves curves;
    hand hand;
    int place; // index of the one that is asked for
    bool moves_camera, wants_hold_changed;
} window;

#endif
