// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Everything of the viewer: the window, drawing and user interface that the demos share. A frame reads
//
//     while (viewer_frame_begin(v)) { ...step...; ...draw, overlay, ui...; viewer_frame_end(v); }
//
// Drawing calls between begin and end only record; the picture is made in viewer_frame_end. Main thread only,
// everywhere.

#ifndef BELAY_VIEWER_VIEWER_H
#define BELAY_VIEWER_VIEWER_H

#include "viewer/basis/color.h"
#include "viewer/camera.h"
#include "viewer/capture.h"
#include "viewer/draw.h"
#include "viewer/font/font_file.h"
#include "viewer/overlay.h"
#include "viewer/picture.h"
#include "viewer/pictures/apng.h"
#include "viewer/plot.h"
#include "viewer/solid.h"
#include "viewer/ui.h"
#include "viewer/window.h"

#endif
