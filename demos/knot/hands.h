// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The user's hands: the mouse takes hold of the rope where it points and pulls with a capped force, in the plane across
// the view in which it took hold. What it leaves as a pin stays, and can be taken up again.

#ifndef BELAY_DEMOS_KNOT_HANDS_H
#define BELAY_DEMOS_KNOT_HANDS_H

#include "knot/show.h"

typedef struct hand {
    bool is_used;
    int attachment;
    double s;          // m along the rope
    belay_vec3 held;   // m, where it holds the rope: follows the target within some hundredths of a second
    belay_vec3 target; // m, where the mouse is
} hand;

typedef struct hands {
    hand list[BELAY_ROD_MAX_ATTACHMENTS];
    int dragged;  // index into `list`; -1: none
    double depth; // m, of the dragged target before the eye
    double force; // N, of hands to come
} hands;

void hands_init(hands* h, double force);

// Takes the mouse: presses, drags and releases; the camera does not move meanwhile. `pins`: what the mouse holds is to
// stay.
void hands_follow(hands* h, rope* r, viewer* v, bool pins);

// Before every step: moves what is held.
void hands_act(hands* h, rope* r);

// Lets go of everything.
void hands_release(hands* h, rope* r);

void hands_draw(const hands* h, const rope* r, viewer* v);

#endif
