// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the last step has to say for itself, in a line. No graphics.

#ifndef BELAY_DEMOS_GALLERY_WHY_H
#define BELAY_DEMOS_GALLERY_WHY_H

#include <belay/belay.h>

typedef enum why_verdict {
    WHY_NOTHING, // no step was made
    WHY_GOOD,    // exact, within the time that it stands for
    WHY_SLOW,    // exact, but it took longer than that
    WHY_INEXACT, // it ended above the tolerance
} why_verdict;

// Writes why a step of `h` seconds was inexact or slow, else what took most of it.
why_verdict why_tell(const belay_step_stats* stats, double h, double tolerance, char* text, size_t size);

#endif
