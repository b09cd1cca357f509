// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small pictures in the overlay, all of one size, e.g. for a page of things to choose from.

#ifndef BELAY_VIEWER_PICTURE_H
#define BELAY_VIEWER_PICTURE_H

#include "viewer/overlay.h"

#include <stdint.h>

enum { VIEWER_PICTURE_WIDTH = 256, VIEWER_PICTURE_HEIGHT = 144, VIEWER_MAX_PICTURES = 80 };

// A picture; 0 is none. Owned by the viewer, and freed with it.
typedef struct viewer_picture {
    uint32_t index;
} viewer_picture;

// Makes a picture of rows from the top, 3 bytes a pixel (R, G, B) without padding, which are copied. The null picture
// when there are VIEWER_MAX_PICTURES already.
viewer_picture viewer_picture_create(viewer* v, const unsigned char* pixels);

// Draws it, stretched over `r`, each colour multiplied by `tint`. Nothing for the null picture.
void viewer_picture_draw(viewer* v, viewer_picture picture, viewer_rect r, viewer_color tint);

#endif
