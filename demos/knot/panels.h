// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the window shows beside the rope and what the user can change.

#ifndef BELAY_DEMOS_KNOT_PANELS_H
#define BELAY_DEMOS_KNOT_PANELS_H

#include "knot/session.h"

typedef struct controls {
    viewer_run run;
    bool shows_help, hides_panels;
    // Requests, served and cleared at the start of the next frame's physics.
    bool wants_picture, wants_release, wants_pin, wants_cut, wants_join;
} controls;

void controls_take_keys(controls* c, session* s);

// Draws the panels and takes what the user changes there.
void panels_draw(controls* c, session* s);

#endif
