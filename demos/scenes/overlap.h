// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How deep balls and boxes overlap, from where they are alone: no engine is asked.

#ifndef BELAY_DEMOS_SCENES_OVERLAP_H
#define BELAY_DEMOS_SCENES_OVERLAP_H

#include "scenes/experiment.h"

typedef struct overlap {
    double max;       // m, between two of them or with a plane
    double mean;      // m, over all pairs that overlap, planes included
    double max_plane; // m, with a plane alone
    int pairs;        // that overlap
} overlap;

// Of all balls with balls, boxes with boxes (by the separating axes of the two) and both with planes. Two spheres on
// one body do not count. Cost: O(n log n + pairs that are close along x).
overlap overlap_measure(const experiment* e);

#endif
