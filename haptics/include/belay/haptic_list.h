// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// All drivers together: what devices there are, and of each driver that has none, why. There always is the simulated
// one.
//
//     belay_haptics* haptics;
//     belay_haptics_create(NULL, &haptics, &error);
//     belay_haptics_update(haptics, now);                          // every frame: controllers and joysticks
//     int count = belay_haptics_list(haptics, entries, 16);
//     int i = belay_haptics_find(entries, count, "touch");         // or "dhd", a serial number; null: the first real
//     one entries[i].driver.ops->open(entries[i].driver.driver, &entries[i].info, &device, &error);

#ifndef BELAY_HAPTIC_LIST_H
#define BELAY_HAPTIC_LIST_H

#include "belay/haptic_gamepad.h"
#include "belay/haptic_haply.h"
#include "belay/haptic_joystick.h"
#include "belay/haptic_simulation.h"
#include "belay/haptic_vendor.h"

#ifdef __cplusplus
extern "C" {
#endif

// Zero: the defaults.
typedef struct belay_haptics_def {
    belay_dhd_settings dhd;             // Force Dimension
    belay_hd_settings hd;               // 3D Systems
    belay_haply_settings haply;         // Haply
    belay_joystick_settings joysticks;  // joysticks and wheels
    const belay_rumble_mapping* rumble; // null: the default
    // Null: a Touch in a hand that follows belay_haptic_simulation_set_target, on a clock of its own.
    const belay_haptic_simulation_def* simulation;
    bool leave_out_sdl; // no controllers and no joysticks: SDL's subsystems stay closed
} belay_haptics_def;

// All drivers. Create makes it, the program's to destroy.
typedef struct belay_haptics belay_haptics;

// Creates all drivers; what cannot be had shows in the list. Errors: VALUE, MEMORY. `def` may be null. The main thread.
belay_result belay_haptics_create(const belay_haptics_def* def, belay_haptics** haptics, belay_error* error);
// All devices must be closed. Null does nothing. The main thread.
void belay_haptics_destroy(belay_haptics* haptics);

// Updates controllers and joysticks; see there. The main thread.
void belay_haptics_update(belay_haptics* haptics, double now);

// The controllers, for what is to be felt by them; null where there are none (leave_out_sdl, or SDL says no). Good
// until `haptics` is destroyed. Any thread.
belay_gamepads* belay_haptics_get_gamepads(const belay_haptics* haptics);
// The simulated device, for its target; null where there is none. Likewise.
belay_haptic_simulation* belay_haptics_get_simulation(const belay_haptics* haptics);

// A device, or a driver that has none.
typedef struct belay_haptic_entry {
    belay_haptic_driver driver;    // whose it is
    belay_haptic_device_info info; // of the device; without: `driver` alone
    bool is_device;                // false: the driver has none
    char why[160];                 // there is no device; or what a driver says beside those it has
} belay_haptic_entry;

// Looks for devices with each driver; writes up to `capacity` entries and returns how many there are. May take some
// tenths of a second. The main thread.
int belay_haptics_list(belay_haptics* haptics, belay_haptic_entry* entries, int capacity);

// The first device whose id or driver is `wanted`, or whose name holds it, in any case of letters. Null: the first that
// can push, and is not simulated; then the simulated one. Negative: none. Any thread.
int belay_haptics_find(const belay_haptic_entry* entries, int count, const char* wanted);

// Writes the entries as a table, a line each under a line of headings; returns the length that all of it has, as
// snprintf does. Any thread.
size_t belay_haptics_text(const belay_haptic_entry* entries, int count, char* text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
