// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A place in real time: the servo's loop on its thread with a device, and physics on another, at its own rate. The
// window only looks, and moves the simulated hand.

#ifndef BELAY_DEMOS_HAPTIC_LIVE_H
#define BELAY_DEMOS_HAPTIC_LIVE_H

#include "haptic/feel.h"
#include "haptic/options.h"
#include "haptic/partner.h"
#include "haptic/samples/sample.h"

#include "belay/haptic_list.h"
#include "belay/haptic_loop.h"

#include <SDL.h>

enum { LIVE_ENTRIES = 24 };

typedef struct live {
    const options* o;
    belay_haptics* haptics;
    belay_haptic_entry entries[LIVE_ENTRIES];
    int device; // index of the entry
    const place* p;
    experiment* e;
    belay_haptic_servo_config config;
    belay_haptic_loop* loop;
    partner partner;
    feel feel; // the physics thread's
    SDL_Thread* thread;
    SDL_mutex* lock; // held while world or loop are stepped or looked at
    SDL_atomic_t is_ending;
    SDL_atomic_t grips;   // the mouse's, or the simulated hand's
    SDL_atomic_t buttons; // of the device
    double tilt;          // rad, of the simulated hand
    bool is_released;
    double next_reopen; // s
    // Under the lock:
    sample sample;
    bool has_sample;
    belay_haptic_servo_report report;
    belay_result failure; // of physics, which then stands still
} live;

// Looks for devices and chooses one. False: `error` says why, and there is nothing to destroy.
bool live_create(live* l, const options* o, belay_error* error);
void live_destroy(live* l);

// Builds a place and starts device and physics there, in place of the one before. False: nothing runs.
bool live_start(live* l, const place* p, belay_error* error);

// Every frame: controllers, and a lost device that may be back.
void live_update(live* l, double now);

// Where the hand wants to be, in the world; for a simulated device.
void live_set_hand(live* l, belay_vec3 position, belay_vec3 velocity);
// Whether the device is a simulated one.
bool live_is_simulated(const live* l);
// Lets go of the tool, or takes hold of it again.
void live_hold(live* l, bool is_held);

// The device; owned by `l`, good until live_destroy.
const belay_haptic_device_info* live_info(const live* l);

#endif
