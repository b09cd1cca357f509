// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the window shows beside the scene and what the user can change.

#ifndef BELAY_DEMOS_HAPTIC_PANELS_H
#define BELAY_DEMOS_HAPTIC_PANELS_H

#include "haptic/curves.h"
#include "haptic/live.h"

typedef struct controls {
    int place; // index
    bool moves_camera, hides_panels, shows_help;
    // Requests, served and cleared by the window.
    bool wants_restart, wants_view, wants_picture, wants_hold_changed;
} controls;

void controls_take_keys(controls* c, const viewer* v);

// Draws the panels and takes what the user changes there.
void panels_draw(controls* c, live* l, const curves* k, viewer* v);

#endif
