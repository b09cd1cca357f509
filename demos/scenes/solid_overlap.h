// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Overlap of balls with balls and of boxes with boxes, by where they stand alone: no engine is asked.

#ifndef BELAY_DEMOS_SCENES_SOLID_OVERLAP_H
#define BELAY_DEMOS_SCENES_SOLID_OVERLAP_H

#include <belay/math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct overlap_solid {
    belay_vec3 center, axis[3]; // m; unit axes: a ball needs none
    belay_vec3 half;            // m, along the axes; of a ball its radius three times
    belay_vec3 low, high;       // m, of the box around it: overlap_solid_bound sets them
    uint64_t body;              // two solids of one do not overlap
    bool is_box;
} overlap_solid;

void overlap_solid_bound(overlap_solid* s);

// m, from the centre along a unit axis.
double overlap_solid_reach(const overlap_solid* s, belay_vec3 unit);

// Calls visit for every ball with a ball and every box with a box whose boxes around them meet, with their overlap, m,
// by the separating axes of the two: above 0 where they do. Sorts the solids. Cost: O(n log n + pairs that are close
// along x).
void overlap_solids_visit(overlap_solid* solids, int count, void (*visit)(void* context, double depth), void* context);

#endif
