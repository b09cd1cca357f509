// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the world is in time. Written by step/ and by a restore (snapshot/).

#ifndef BELAY_ENGINE_STORE_PARTS_CLOCK_H
#define BELAY_ENGINE_STORE_PARTS_CLOCK_H

#include <stdint.h>

typedef struct bl_clock {
    uint64_t step_count;
    double time;        // s
    double accumulator; // s, passed but not yet stepped
    double last_h;      // h of the step that the warm contacts come from
} bl_clock;

#endif
