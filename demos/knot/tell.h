// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which knot is in the rope, by name. A rope is open; as a knot it is meant closed. Here its ends are led straight up,
// as hands would take them from the table, and joined up there. An end that lies within a loop of its own rope may give
// another knot when it is led out below: then both are told.

#ifndef BELAY_DEMOS_KNOT_TELL_H
#define BELAY_DEMOS_KNOT_TELL_H

#include "knot/rope.h"

typedef struct tell {
    char above[48]; // "none", "trefoil 3_1", ...; "determinant 45": it has no name here; "not told": strands touch
    char below[48]; // empty: the same
} tell;

// Of the piece with the rope's first node.
tell tell_knot(const rope_form* form);

#endif
