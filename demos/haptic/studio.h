// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of a trial without a display: the place at its moment, with the curves of the whole run.

#ifndef BELAY_DEMOS_HAPTIC_STUDIO_H
#define BELAY_DEMOS_HAPTIC_STUDIO_H

#include "haptic/curves.h"
#include "haptic/options.h"
#include "haptic/trial.h"
#include "haptic/view.h"

typedef struct studio {
    viewer* v; // null: no pictures
    view view;
    curves curves;
    bool has_moment;
} studio;

// False: `error` says why, and there are no pictures.
bool studio_open(studio* s, const trial* t, const options* o, char* error, size_t error_size);

// After every tick.
void studio_follow(studio* s, const trial* t);

// False: the file could not be written.
bool studio_write(studio* s, const trial* t, const char* path);
void studio_close(studio* s);

#endif
