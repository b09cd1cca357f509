// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An experiment as seen: its parts, their lines, and what the flags ask for. It draws between viewer_frame_begin and
// viewer_frame_end, for the window and for pictures.

#ifndef BELAY_DEMOS_GALLERY_SHOW_H
#define BELAY_DEMOS_GALLERY_SHOW_H

#include "gallery/show_flags.h"

#include "scenes/experiment.h"
#include "viewer/viewer.h"

typedef struct show {
    viewer* v;
    const experiment* e;
    viewer_solid* solids; // of parts that look alike one, at solid_of[part]
    int *solid_of, solid_count;
    belay_pose *before, *now; // of each part's body after the last two steps
    int* group_of;            // of each part: its island, -1 asleep or fixed; valid while `flags.islands`
    double size;              // m, of the view
    double full_tension;      // N of a rope that has the full colour
    double full_force;        // N that is drawn as the longest line
    show_flags flags;
} show;

// Makes what is drawn. False without memory; nothing is left then.
bool show_create(show* s, viewer* v, const experiment* e);
void show_destroy(show* s);

// Takes over where things are now. To be called after every step.
void show_take(show* s);

// Widths of the window's panels, logical pixels.
#define SHOW_LEFT 252.0
#define SHOW_RIGHT 310.0

// What the camera keeps clear of.
typedef enum show_layout {
    SHOW_LAYOUT_PICTURE,   // a caption above, a small panel in the lower right corner
    SHOW_LAYOUT_WINDOW,    // panels on both sides
    SHOW_LAYOUT_THUMBNAIL, // nothing
} show_layout;

// Sets the camera to what the experiment wants to be seen, clear of caption and panels.
void show_camera_reset(show* s, show_layout layout);

// Draws everything between the last two states: 0 the one before, 1 the present one.
void show_draw(show* s, double blend);

// The place of a part's body between the two.
belay_pose show_pose(const show* s, int part, double blend);

#endif
