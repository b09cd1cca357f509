// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A place as seen: its things, the tool where contacts let it be, the hand that holds it, and the force between them.
// It draws between viewer_frame_begin and viewer_frame_end, for the window and for pictures.

#ifndef BELAY_DEMOS_HAPTIC_VIEW_H
#define BELAY_DEMOS_HAPTIC_VIEW_H

#include "haptic/places/place.h"
#include "haptic/samples/sample.h"

#include "viewer/viewer.h"

enum { VIEW_ROD_NODES = 64 };

typedef struct view {
    viewer* v;
    const experiment* e;
    viewer_solid* solids; // one a part
    belay_pose* poses;    // of the parts' bodies, as taken
    belay_vec3 rod[VIEW_ROD_NODES];
    belay_quat rod_frames[VIEW_ROD_NODES];
    int rod_count;
    sample sample, partner;
    viewer_trail trail; // of the tool
} view;

// False without memory; nothing is left then.
bool view_create(view* w, viewer* v, const experiment* e);
void view_destroy(view* w);

// Takes over where things are now.
void view_take(view* w, const sample* s);

// Shifts the scene by a share of half the view, to make room for panels.
void view_camera_reset(view* w, double shift_x, double distance);
// Draws what was taken.
void view_draw(view* w);

#endif
