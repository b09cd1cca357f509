// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the window shows beside the scene and what the user can change.

#ifndef BELAY_DEMOS_GALLERY_PANELS_H
#define BELAY_DEMOS_GALLERY_PANELS_H

#include "gallery/session.h"

typedef struct controls {
    viewer_run run;
    int scene; // index of the kind
    bool is_sleep_enabled, shows_help, hides_panels;
    // Requests, served and cleared at the start of the next frame's physics.
    bool wants_picture;
    bool wants_own_values; // with the restart: those that the kind has
} controls;

// Takes the keys of this frame.
void controls_take_keys(controls* c, session* s);

// Draws the panels and takes what the user changes there: flags at once, values and scenes by asking for a restart.
void panels_draw(controls* c, session* s);

#endif
