// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The mouse as a hand: it goes in the upright plane through where it is, at a speed that a hand has; the wheel takes it
// away or nearer, or with the right button tilts the tool; the left button grips.

#ifndef BELAY_DEMOS_HAPTIC_HAND_H
#define BELAY_DEMOS_HAPTIC_HAND_H

#include "haptic/places/place.h"

#include "viewer/viewer.h"

typedef struct hand {
    belay_vec3 position, velocity; // world
    double tilt;                   // rad, about y
    bool grips;                    // the left button is down
    bool is_led;                   // the mouse has moved: until then the hand stays where the place has put it
} hand;

// A hand at rest there, that the mouse has not led yet.
hand hand_at(belay_vec3 position);

// One frame. The hand stays in the box that the place shows, with some room about it.
void hand_follow(hand* h, viewer* v, const experiment_view* room);

#endif
