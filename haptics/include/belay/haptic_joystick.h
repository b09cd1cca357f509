// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Force-feedback joysticks and wheels, through SDL_Haptic: a force in the plane of the stick, or along the one axis of
// a wheel. x is the stick's right, y its forward; there is no z.
//
// Two sides, as with game controllers: one thread calls update, the more often the better (every frame of the main
// thread, which pumps SDL's events; 4 ms is as often as it does anything), and alone talks to SDL. The servo reads and
// writes through atomics and never waits. A force that is not written anew for 0.1 s is let go; so is any, within 0.3
// s, when update is not called any more.

#ifndef BELAY_HAPTIC_JOYSTICK_H
#define BELAY_HAPTIC_JOYSTICK_H

#include "belay/haptic_device.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BELAY_JOYSTICK_MAX 4

// Zero: the defaults. SDL does not tell how strong a device is, or how far its stick goes.
typedef struct belay_joystick_settings {
    double max_force;        // N, > 0, at full strength; 0: 3
    double workspace_radius; // m, > 0, at full stick; 0: 0.1
} belay_joystick_settings;

typedef struct belay_joysticks belay_joysticks;

// Opens SDL's joysticks and haptics. `settings` may be null. Errors: VALUE, STATE (SDL says no), MEMORY. The thread of
// update.
belay_result belay_joysticks_create(const belay_joystick_settings* settings, belay_joysticks** joysticks,
                                    belay_error* error);

// Lets go of all forces. The thread of update.
void belay_joysticks_destroy(belay_joysticks* joysticks);

// Takes up what came, drops what went, reads sticks, passes forces on. `now`: s, of any clock that never goes back.
void belay_joysticks_update(belay_joysticks* joysticks, double now);

// What update has found, as devices; lost when the joystick goes.
belay_haptic_driver belay_joysticks_driver(belay_joysticks* joysticks);

#ifdef __cplusplus
}
#endif

#endif
