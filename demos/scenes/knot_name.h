// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Names of knots by their Jones polynomials: all of up to six crossings, those that ropes are tied in, and two of them
// one after the other. Knots with different polynomials differ; of up to nine crossings no two share one (5_1 shares
// its with 10_132).

#ifndef BELAY_DEMOS_SCENES_KNOT_NAME_H
#define BELAY_DEMOS_SCENES_KNOT_NAME_H

#include "scenes/knot_polynomial.h"

#include <stddef.h>

// Writes the name, e.g. "trefoil 3_1" or "square 3_1 # 3_1*"; with a star the mirror image of the one in tables. False:
// it is none that has a name here.
bool knot_name(const knot_polynomial* jones, char* name, size_t size);

#endif
