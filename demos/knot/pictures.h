// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of the runs, without a display: the way of one of them, all tight knots, and all of them released.

#ifndef BELAY_DEMOS_KNOT_PICTURES_H
#define BELAY_DEMOS_KNOT_PICTURES_H

#include "knot/run.h"

typedef enum pictures_result {
    PICTURES_WRITTEN,
    PICTURES_NO_OPENGL, // nothing to draw with: no fault of the run
    PICTURES_FAILED,    // a file could not be written
} pictures_result;

// Writes them into the folder of the options and prints their names. Otherwise `error` says why not.
pictures_result pictures_write(const run* runs, const options* o, char* error, size_t error_size);

#endif
