// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How long things took, counted in fixed bins of an eighth of an octave from 1/8 us up: one writer, and readers at any
// time that nobody waits for.

#ifndef BELAY_HAPTICS_THREADS_HAPTIC_HISTOGRAM_H
#define BELAY_HAPTICS_THREADS_HAPTIC_HISTOGRAM_H

#include "belay/haptic_loop.h"

#include <stdatomic.h>

#define BL_HISTOGRAM_BINS 256

typedef struct bl_histogram {
    atomic_uint_least64_t bins[BL_HISTOGRAM_BINS];
    atomic_uint_least64_t largest_ns;
} bl_histogram;

// Zero memory is a clear histogram too. The writer's.
void bl_histogram_clear(bl_histogram* histogram);
void bl_histogram_add(bl_histogram* histogram, double seconds);
// Quantiles are the upper ends of their bins, and at most the largest value.
belay_haptic_times bl_histogram_read(const bl_histogram* histogram);

#endif
