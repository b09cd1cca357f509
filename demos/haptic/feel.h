// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts of the tool as vibration of a controller.

#ifndef BELAY_DEMOS_HAPTIC_FEEL_H
#define BELAY_DEMOS_HAPTIC_FEEL_H

#include "belay/belay.h"
#include "belay/haptic_gamepad.h"

// After a step: posts the impulses of contacts that began, and friction force and speed of those that slide, of all
// that touches the tool or what it holds in hand (null: nothing). Null pads do nothing. The world's thread.
void feel_post(belay_gamepads* pads, const belay_world* world, belay_body_id tool, belay_body_id in_hand);

#endif
