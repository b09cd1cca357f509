// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A world's contacts as the vibration of game controllers: blows turn the large motor, what slides the small one, by
// the mapping of haptic_gamepad.h.
//
//     each step:   belay_world_step(world); belay_gamepads_feel(pads, 0, world, car);
//     each frame:  belay_gamepads_update(pads, now);

#ifndef BELAY_HAPTIC_GAMEPAD_FEEL_H
#define BELAY_HAPTIC_GAMEPAD_FEEL_H

#include "belay/haptic_gamepad.h"
#include "belay/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// What there is to feel of a step.
typedef struct belay_gamepad_feel {
    double impulse;       // N s: the largest of a pair that began to touch; see below
    double sliding_force; // N, of the contact that rubs with the greatest power, over the step
    double sliding_speed; // m/s, its own
} belay_gamepad_feel;

// Of the last step: for the contacts of one body, or with a null handle of all bodies. A blow is the impulse of the
// step or, where greater, what stops the two masses' approach, as that may take another step. A pair that touched in
// the step before is no blow, whatever it carries; a contact that sticks does not rub. Contacts of rods are not looked
// at. Errors: VALUE (null). The thread that steps the world, after a step. Cost: once over the contacts and events.
belay_result belay_gamepad_feel_of(const belay_world* world, belay_body_id body, belay_gamepad_feel* feel);

// The same, posted (belay_gamepads_post) to `slot`, or to all for a negative one. Errors: VALUE (null; slot above
// BELAY_GAMEPAD_MAX - 1).
belay_result belay_gamepads_feel(belay_gamepads* pads, int slot, const belay_world* world, belay_body_id body);

#ifdef __cplusplus
}
#endif

#endif
