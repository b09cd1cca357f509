// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene K3, reading while stepping: one thread moves and steps a world, two read its views, one queues commands. Run by
// the tests, and by the benchmark, which also runs under the thread sanitizer.

#ifndef BELAY_TESTS_SUPPORT_READERS_H
#define BELAY_TESTS_SUPPORT_READERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct readers_run {
    int bodies; // kinematic; before step k all are set to x = k, turned about z by k / 1000 rad
    int steps;
    bool is_paced;     // steps, and one of the readers, at 1 kHz; else as fast as they can
    double* waits;     // s, of acquiring a view; of the fast reader. Null: not kept
    size_t wait_count; // room for them; afterwards how many there are
} readers_run;

typedef struct readers_report {
    uint64_t reads;                             // views read
    uint64_t steps;                             // different ones among them, both readers
    uint64_t mixed;                             // views that show another moment than their stamp in any body
    uint64_t off_norm;                          // views with a quaternion further than 1e-6 from length 1
    uint64_t backward;                          // views older than one that the same reader had before
    uint64_t refused;                           // of views
    uint64_t queued, carried_out, out_of_order; // commands
    double push;                                // N s, of the queued forces
    double momentum;                            // kg m/s, that the pushed body has in the end
    bool is_bad;                                // a call failed that should not have
} readers_report;

// False when there are no threads or no world.
bool readers_read(readers_run* run, readers_report* report);

#endif
