// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Whether things stay where they were put: how far some bodies have sunk, moved aside and crept, and whether they fell.

#ifndef BELAY_DEMOS_SCENES_DRIFT_H
#define BELAY_DEMOS_SCENES_DRIFT_H

#include "scenes/build.h"

// Zero is empty. The limits and the mark are the user's to set.
typedef struct drift {
    double most_sideways, most_drop; // m: past one of them the thing has fallen
    double mark;                     // s: from then on creep is measured
    belay_body_id* bodies;
    belay_vec3 *start, *marked; // m, world
    int count, capacity;
    bool is_marked;
    bool has_fallen;
    double fell_at; // s
} drift;

// The entries of a table of results that drift_results fills.
#define DRIFT_RESULTS                                                                                                  \
    {"stands (1) or fell (0)", ""}, {"settlement", "mm"}, {"moved sideways", "mm"},                                    \
    {                                                                                                                  \
        "creep", "mm"                                                                                                  \
    }
enum { DRIFT_RESULT_COUNT = 4 };

typedef struct drift_right {
    bool is_standing;         // the right answer; when it is to fall, nothing else is judged
    double settlement, creep; // m, allowed; the creep also sideways
} drift_right;

// Watches a body from where it is now.
void drift_add(drift* d, experiment* e, belay_body_id body);
// To be called after every step.
void drift_follow(drift* d, const experiment* e);
void drift_results(const drift* d, const experiment* e, drift_right right, experiment_result* results);
void drift_fini(drift* d);

// after_step and fini of kinds whose data are a drift and nothing else, ...
void drift_after_step(experiment* e);
void drift_kind_fini(experiment* e);
// ... and the initialisers of such an experiment_kind.
#define DRIFT_KIND                                                                                                     \
    .result_count = DRIFT_RESULT_COUNT, .results = {DRIFT_RESULTS}, .data_size = sizeof(drift),                        \
    .after_step = drift_after_step, .fini = drift_kind_fini

#endif
