// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Strands seen from above: where a straight path over the table comes to them, and how high they lie there.

#ifndef BELAY_DEMOS_KNOT_STRANDS_H
#define BELAY_DEMOS_KNOT_STRANDS_H

#include "knot/rope.h"

// A place where a path crosses a strand.
typedef struct strand_crossing {
    int piece;
    double s;      // m along the piece
    belay_vec3 at; // m, of the strand's centre line
    double far;    // m along the path
} strand_crossing;

// A place on the rope; `skip` m of rope on both sides of it belong to whoever goes along the path.
typedef struct strand_place {
    int piece;
    double s, skip; // m
} strand_place;

// Fills `list` with at most `room` of the crossings of the path from `from` to `to`, as seen from above; returns how
// many. In the order along the rope.
int strands_crossed(const rope* r, belay_vec3 from, belay_vec3 to, strand_place own, strand_crossing* list, int room);

// How high above the table the strands reach that cross a small circle about a place; 0: there are none.
double strands_top(const rope* r, belay_vec3 at, double radius, strand_place own);

#endif
