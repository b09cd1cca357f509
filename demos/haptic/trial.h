// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A place, a simulated device and a servo on a virtual clock: the same numbers on every run but for the wall times.

#ifndef BELAY_DEMOS_HAPTIC_TRIAL_H
#define BELAY_DEMOS_HAPTIC_TRIAL_H

#include "haptic/device.h"
#include "haptic/partner.h"
#include "haptic/samples/sample.h"

#include "belay/haptic_coupling.h"

typedef struct trial {
    const place* p;
    experiment* e;
    belay_haptic_simulation* simulation;
    belay_haptic_driver driver;
    belay_haptic_device_info info;
    void* device;
    belay_haptic_servo* servo;
    belay_haptic_coupling coupling;
    belay_haptic_contact_model model;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
    belay_haptic_servo_config config;
    partner partner;
    double next_step; // s
    sample* samples;  // one a tick
    int count, capacity;
} trial;

// False: `error` says why, and there is nothing to end.
bool trial_begin(trial* t, const place* p, const options* o, belay_error* error);
void trial_end(trial* t);

// One tick of the servo, and the step of physics that is due. False: likewise, but what there is stays.
bool trial_tick(trial* t, belay_error* error);
bool trial_is_over(const trial* t);
double trial_time(const trial* t);

// What a run came to.
typedef struct trial_statistics {
    double max_force, mean_force; // N; the mean of the time in contact
    double max_depth;             // m
    double max_friction;          // NAN: no contact ever pressed
    double energy_lowest;         // J
    double max_jump;              // N, of the force from tick to tick
    double median_tick, p99_tick; // s
    uint32_t reasons;             // all that ever were, beyond the first half second
} trial_statistics;

// Of all ticks so far. NAN and zeros where there is nothing to sum up.
trial_statistics trial_sum_up(const trial* t);

#endif
