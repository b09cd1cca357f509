// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How what the mouse holds passes strands that lie in its way over the table. Led high enough it rides over them; led
// along the table it goes under them, and another hand lifts them meanwhile. Either way it waits, for a moment, where a
// strand is not yet out of the way.

#ifndef BELAY_DEMOS_KNOT_GUIDE_H
#define BELAY_DEMOS_KNOT_GUIDE_H

#include "knot/hands.h"

// Whether a hand at this height, m above the table, goes under what lies there.
static inline bool guide_goes_under(double height)
{
    return height < 3.0 * ROPE_RADIUS;
}

// Before a step: moves the hand that the mouse drags towards its target, and the hands that lift.
void guide_act(hands* h, rope* r);

// What is lifted falls.
void guide_drop(hands* h, rope* r);

#endif
