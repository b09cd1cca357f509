// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of the last frame.

#ifndef BELAY_VIEWER_CAPTURE_H
#define BELAY_VIEWER_CAPTURE_H

#include "viewer/pictures/apng.h"
#include "viewer/window.h"

// Copies the last finished frame, rows from the top, 3 bytes a pixel (R, G, B) without padding, into `pixels`, which
// holds 3 * width * height bytes of viewer_pixel_size. Call between viewer_frame_end and the next viewer_frame_begin.
void viewer_capture_rgb(viewer* v, unsigned char* pixels);

// Writes the last finished frame to a PNG file of 24 bits. False when the file cannot be written or memory runs out.
bool viewer_capture_png(viewer* v, const char* path);

// Adds the last finished frame to an animation, which must have been opened with viewer_pixel_size.
bool viewer_capture_apng(viewer* v, viewer_apng* animation);

#endif
