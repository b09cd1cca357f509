// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts of the tool as vibration of a controller.

#ifndef BELAY_DEMOS_HAPTIC_FEEL_H
#define BELAY_DEMOS_HAPTIC_FEEL_H

#include "belay/belay.h"
#include "belay/haptic_gamepad.h"

enum { FEEL_BLOWS = 16 };

// A pair that began to touch in the last step.
typedef struct feel_blow {
    belay_collider_id a, b;
    double impulse; // N s
} feel_blow;

// All zero at the start, and for another world.
typedef struct feel {
    feel_blow blows[FEEL_BLOWS]; // more of them in one step count by that step's impulse alone
    int blow_count;
} feel;

// After each step: posts the impulses of contacts that began, and friction force and speed of those that slide, of all
// that touches the tool or what it holds in hand (null: nothing). A blow takes two steps: the first one lets a gap
// close, the second one stops what is left of the motion. Null pads do nothing. The world's thread.
void feel_post(feel* f, belay_gamepads* pads, const belay_world* world, belay_body_id tool, belay_body_id in_hand);

#endif
