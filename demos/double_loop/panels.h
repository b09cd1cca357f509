// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the window shows and what the user can change.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_PANELS_H
#define BELAY_DEMOS_DOUBLE_LOOP_PANELS_H

#include "double_loop/race.h"

#include "viewer/viewer.h"

typedef struct controls {
    viewer_run run;
    int selected; // lane
    bool is_following, shows_forces, shows_help, hides_panels;
    // Requests, served and cleared at the start of the next frame's physics.
    bool wants_picture;
} controls;

// Takes the keys of this frame. Changes of lanes and of their numbers go into the race and ask for a restart.
void controls_take_keys(controls* c, race* r, const viewer* v);

// Draws the panels and takes what the user changes there, likewise.
void panels_draw(controls* c, race* r, viewer* v);

#endif
