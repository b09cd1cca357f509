// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Game controllers: their motors tell of contacts, their sticks can stand for a device's position.
//
// Two sides: one thread of the program that also pumps SDL's events (the main thread, as a rule) calls update every
// frame; it alone talks to SDL. Physics or a servo posts what there is to feel, from any thread: an atomic or two, no
// lock, no wait. A motor is written to at most once per 8 ms, and by itself stops 100 ms after the last write, as long
// as events are pumped.
//
// The mapping, with s(x) = 0 below 0.01, else floor + (1 - floor) min(x, 1):
//
//     impacts  A = sqrt(impulse / impulse_full)            fades as exp(-t / impulse_fade) after the blow
//     sliding  B = sqrt(force speed / power_full)          the power of friction; fades as exp(-t / 0.03)
//     large (low-pitched) motor: s(A), small (high-pitched) motor: s(B), both triggers: s(trigger_share max(A, B))
//
// Roots, because what one feels grows less than what the motors do.

#ifndef BELAY_HAPTIC_GAMEPAD_H
#define BELAY_HAPTIC_GAMEPAD_H

#include "belay/haptic_device.h"

#ifdef __cplusplus
extern "C" {
#endif

// The most controllers at once: slots 0 to BELAY_GAMEPAD_MAX - 1.
#define BELAY_GAMEPAD_MAX 8

// The numbers of the mapping above.
typedef struct belay_rumble_mapping {
    double impulse_full;  // N s, > 0: as strong as it gets; default 1
    double impulse_fade;  // s, > 0; default 0.06
    double power_full;    // W, > 0; default 2
    double floor;         // 0 to 1: the least that makes a motor turn; default 0.08
    double trigger_share; // 0 to 1; default 0.5
} belay_rumble_mapping;

// The defaults named there. Any thread.
belay_rumble_mapping belay_rumble_mapping_default(void);

// All controllers. Create makes it, the program's to destroy.
typedef struct belay_gamepads belay_gamepads;

// Opens SDL's controllers (SDL_INIT_GAMECONTROLLER). `mapping` may be null: the default. Errors: VALUE, STATE (SDL says
// no), MEMORY. The thread of update.
belay_result belay_gamepads_create(const belay_rumble_mapping* mapping, belay_gamepads** pads, belay_error* error);

// Stops all motors, and closes the controllers; devices of its driver must be closed. Null does nothing. The thread of
// update.
void belay_gamepads_destroy(belay_gamepads* pads);

// Takes up controllers that came and drops those that went, reads sticks and buttons, writes to motors. `now`: s, of
// any clock that never goes back. Cost: microseconds, more when a controller comes.
void belay_gamepads_update(belay_gamepads* pads, double now);

// What a controller lets feel: the impulse of a new contact, N s, and the friction force (N) and speed (m/s) of a
// sliding one. Of what is posted between two updates the strongest counts. `slot`: 0 to BELAY_GAMEPAD_MAX - 1, or
// negative: all. What is not finite or negative does not count. Any thread; never waits.
void belay_gamepads_post(belay_gamepads* pads, int slot, double impulse, double sliding_force, double sliding_speed);

// What is in a slot.
typedef struct belay_gamepad_info {
    char name[64];                       // as SDL calls it
    bool has_rumble, has_trigger_rumble; // asked anew for a second after it came: some find out late
    uint16_t large, small, triggers;     // as last written: 0 to 65535, full
} belay_gamepad_info;

// False: the slot is empty. The thread of update.
bool belay_gamepads_get_info(const belay_gamepads* pads, int slot, belay_gamepad_info* info);

// The controllers as devices: the left stick is x and y, the right one's up and down -z, within workspace_radius (0.1
// m); the trigger that is pulled further is the grip; the large motor follows the force, full at max_force (5 N). So
// they tell how hard, not whereto. A device is lost when its controller goes. Good until `pads` is destroyed.
belay_haptic_driver belay_gamepads_driver(belay_gamepads* pads);

#ifdef __cplusplus
}
#endif

#endif
