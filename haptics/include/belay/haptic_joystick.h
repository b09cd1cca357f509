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

// The most joysticks at once: slots 0 to BELAY_JOYSTICK_MAX - 1.
#define BELAY_JOYSTICK_MAX 4

// Zero: the defaults. SDL does not tell how strong a device is, or how far its stick goes.
typedef struct belay_joystick_settings {
    double max_force;        // N, > 0, at full strength; 0: 3
    double workspace_radius; // m, > 0, at full stick; 0: 0.1
} belay_joystick_settings;

// All joysticks. Create makes it, the program's to destroy.
typedef struct belay_joysticks belay_joysticks;

// Opens SDL's joysticks and haptics. `settings` may be null. Errors: VALUE, STATE (SDL says no), MEMORY. The thread of
// update.
belay_result belay_joysticks_create(const belay_joystick_settings* settings, belay_joysticks** joysticks,
                                    belay_error* error);

// Lets go of all forces; devices of its driver must be closed. Null does nothing. The thread of update.
void belay_joysticks_destroy(belay_joysticks* joysticks);

// Takes up what came, drops what went, reads sticks, passes forces on. `now`: s, of any clock that never goes back.
void belay_joysticks_update(belay_joysticks* joysticks, double now);

// What the firmware of a joystick or wheel does by itself, at its own rate: shares of its full strength, 0 to 1; 0:
// none.
typedef struct belay_joystick_conditions {
    double spring;   // draws every axis to `center`; full force at full deflection
    double damper;   // against the speed
    double friction; // against the motion
    double center;   // -1 to 1, right positive: of the spring
} belay_joystick_conditions;

// Sets the conditions of the joystick in `slot` (0 to BELAY_JOYSTICK_MAX - 1: the number before the / of its id); they
// last until they are set anew or the joystick goes. The device's own centring spring is off from when it is found.
// Errors: VALUE (names the field), HANDLE (the slot is empty), STATE (the device has no such condition, or refuses it;
// those before it in the order above are set). The thread of update.
belay_result belay_joysticks_set_conditions(belay_joysticks* joysticks, int slot,
                                            const belay_joystick_conditions* conditions, belay_error* error);

// What update has found, as devices; lost when the joystick goes. Good until `joysticks` is destroyed.
belay_haptic_driver belay_joysticks_driver(belay_joysticks* joysticks);

#ifdef __cplusplus
}
#endif

#endif
