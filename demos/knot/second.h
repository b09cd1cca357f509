// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A second hand, moved by a gamepad while the mouse moves the first one. Its stick leads it over the table as seen, its
// triggers change the height; it takes hold of the rope that is below it.

#ifndef BELAY_DEMOS_KNOT_SECOND_H
#define BELAY_DEMOS_KNOT_SECOND_H

#include "knot/hands.h"

typedef struct second_hand {
    bool is_shown; // a gamepad is there
    belay_vec3 at; // m
    double height; // m, above the table
    int held;      // index into the hands; -1: none
} second_hand;

void second_init(second_hand* n);

// In every frame, of `seconds`.
void second_follow(second_hand* n, hands* h, rope* r, const viewer* v, double seconds);

void second_draw(const second_hand* n, viewer* v);

#endif
