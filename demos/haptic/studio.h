// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of a trial without a display: the place at its moment, with the curves of the whole run.

#ifndef BELAY_DEMOS_HAPTIC_STUDIO_H
#define BELAY_DEMOS_HAPTIC_STUDIO_H

#include "haptic/samples/curves.h"
#include "haptic/trial.h"
#include "haptic/view.h"

#include "shell/pictures.h"

// Zero is closed.
typedef struct studio {
    shell* s; // null: no pictures
    view view;
    curves curves;
    bool has_moment;
} studio;

// Makes what is drawn on the canvas s->v. False: it has said why not, and there are no pictures.
bool studio_open(studio* p, shell* s, const trial* t);

// After every tick.
void studio_follow(studio* p, const trial* t);

// False: the file could not be written, and it has said why.
bool studio_write(studio* p, const trial* t);

// Allowed on a closed one. The canvas stays open.
void studio_close(studio* p);

#endif
