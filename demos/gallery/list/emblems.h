// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What demos and examples are about, as a small still life.

#ifndef BELAY_DEMOS_GALLERY_LIST_EMBLEMS_H
#define BELAY_DEMOS_GALLERY_LIST_EMBLEMS_H

#include "gallery/list/items.h"
#include "viewer/viewer.h"

// Draws that of an item that is no scene, and sets the camera for it; between viewer_frame_begin and viewer_frame_end.
void emblem_draw(viewer* v, const item* i);

#endif
