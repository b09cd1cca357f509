// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The track as seen: two rails, held by ties on a spine that stands on posts. Only the rails are in the
// simulation; the rest shows how they could be held.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_TRACKWORK_H
#define BELAY_DEMOS_DOUBLE_LOOP_TRACKWORK_H

#include "scenes/double_loop.h"
#include "viewer/draw.h"

typedef struct trackwork {
    viewer_mesh rails[2], ties, spine;
} trackwork;

// Makes the meshes, which the viewer owns. False without memory.
bool trackwork_create(trackwork* t, viewer* v, const double_loop* scene);

// Draws the track moved aside by `y` m.
void trackwork_draw(const trackwork* t, viewer* v, double y);

#endif
