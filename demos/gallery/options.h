// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_DEMOS_GALLERY_OPTIONS_H
#define BELAY_DEMOS_GALLERY_OPTIONS_H

#include "gallery/show_flags.h"

#include "scenes/experiment.h"

typedef struct options {
    const experiment_kind* kind; // null: all of them without a window, the list of what there is in it
    experiment_options experiment;
    show_flags flags;
    double tolerance; // of the solver; NAN: the engine's
    int workers;      // threads of a step
    bool enable_sleep, wants_animation;
    bool leaves_text_out; // of pictures
} options;

#endif
