// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of a run without a display: one of the end, and the whole of it as an animation.

#ifndef BELAY_DEMOS_GALLERY_STUDIO_H
#define BELAY_DEMOS_GALLERY_STUDIO_H

#include "gallery/show.h"

#include "shell/pictures.h"

// Zero is closed.
typedef struct studio {
    shell* shell; // null: closed
    show show;
    shell_animation animation;
    bool has_no_opengl; // that is why it could not be opened, and no fault of the run
} studio;

// Opens one for a still picture or for an animation, NAME-run.png. False: it has said why.
bool studio_open(studio* s, shell* whole, const experiment* e, shell_canvas canvas);

// To be called at the start and after every step: adds the frames of the animation that are due. Nothing on a closed
// one.
void studio_follow(studio* s);

// Draws the experiment as it stands and writes the picture. False: it has said why not.
bool studio_write(studio* s, const char* name);

// Ends the animation, if there is one, and closes; allowed on a closed one. False: it has said what could not be
// written.
bool studio_close(studio* s);

#endif
