// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A second simulated hand, with a device and a servo of its own, in the same world: it does what the first one does,
// mirrored in the plane x = 0. Of places that have a tool for it.

#ifndef BELAY_DEMOS_HAPTIC_PARTNER_H
#define BELAY_DEMOS_HAPTIC_PARTNER_H

#include "haptic/device.h"
#include "haptic/samples/sample.h"

#include "belay/haptic_coupling.h"
#include "belay/haptic_loop.h"

typedef struct partner {
    experiment* e; // null: there is none
    belay_haptic_simulation* simulation;
    belay_haptic_driver driver;
    belay_haptic_device_info info;
    belay_haptic_servo_config config;
    // On a virtual clock:
    void* device;
    belay_haptic_servo* servo;
    belay_haptic_coupling coupling;
    belay_haptic_contact_model model;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
    // On a thread of its own:
    belay_haptic_loop* loop;
} partner;

// Without a tool for it: true, and nothing. False: `error` says why; end it all the same. A live one has a loop.
bool partner_begin(partner* q, const options* o, const place* p, experiment* e, bool is_live, belay_error* error);
void partner_end(partner* q);

// Around every step of physics: what the servo asked of the tool, and what the world answers. BELAY_OK without a
// partner.
belay_result partner_before_step(partner* q);
belay_result partner_after_step(partner* q);
// Where the first hand wants to be.
void partner_follow(partner* q, belay_vec3 position, belay_vec3 velocity);
// One tick on the virtual clock.
void partner_tick(partner* q);

#endif
