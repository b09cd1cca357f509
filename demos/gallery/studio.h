// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of a run without a display: one of the end, and the whole of it as an animation.

#ifndef BELAY_DEMOS_GALLERY_STUDIO_H
#define BELAY_DEMOS_GALLERY_STUDIO_H

#include "gallery/options.h"
#include "gallery/show.h"

typedef struct studio {
    viewer* v;
    show show;
    viewer_apng* animation; // null: none
    double next_frame;      // s
} studio;

// Opens one for the still picture (options.png) or the animation (options.apng), which is small. False: `error` says
// why.
bool studio_open_still(studio* s, const experiment* e, const options* o, char* error, size_t error_size);
bool studio_open_animation(studio* s, const experiment* e, const options* o, char* error, size_t error_size);

// To be called at the start and after every step: adds the frames of the animation that are due. False when the file
// takes no more.
bool studio_follow(studio* s);

// Draws the experiment as it stands and writes the picture. False: the file could not be written.
bool studio_write_still(studio* s, const char* path);

// Ends the animation, if there is one, and closes. False: the file could not be written.
bool studio_close(studio* s);

#endif
