// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The time ramps that scale the force: at start and stop, and when something it is made from fails or comes back. A
// force is scaled, never clipped: a limit on its rate would make energy in steady contact. The gain is the product of
// one ramp per cause.

#ifndef BELAY_HAPTICS_SERVO_FORCE_SERVO_RAMP_H
#define BELAY_HAPTICS_SERVO_FORCE_SERVO_RAMP_H

#include "belay/haptic_servo.h"

typedef enum bl_ramp_phase {
    BL_RAMP_OFF,
    BL_RAMP_ARMING,   // started, waits for little force
    BL_RAMP_STARTING, // on its way up
    BL_RAMP_RUNNING,
    BL_RAMP_STOPPING,
} bl_ramp_phase;

typedef enum bl_ramp_speed {
    BL_RAMP_SPEED_OK,
    BL_RAMP_SPEED_DAMPED, // too fast: damping alone
    BL_RAMP_SPEED_OFF,    // for too long: nothing, until it has been slow for a while
} bl_ramp_speed;

typedef struct bl_ramps {
    bl_ramp_phase phase;
    double start, model, fault, late, hold; // gains
    bool is_anew;                           // it starts once more, after a gap, over-speed or a loss
    bool is_fault_latched;                  // a bad model came, and none that is good since
    bl_ramp_speed speed;
    double speed_time; // s, in the present state of speed
    double not_ready;  // s, since the device last had something new
} bl_ramps;

// What a tick has seen.
typedef struct bl_ramp_events {
    double dt;
    double wanted;                    // N, of the coupling, before the ramps, without loads
    double speed, spin;               // m/s, rad/s, of the hand
    double model_age;                 // s; HUGE_VAL: none yet
    bool is_model_good, is_model_bad; // one came in this tick
    bool is_pose_bad, is_device_silent, is_force_bad, is_late, is_gap, is_relocated, is_held, is_force_off;
    uint32_t commands;
} bl_ramp_events;

void bl_ramps_init(bl_ramps* ramps);
// Moves the ramps on and returns the gain; adds to *reasons.
double bl_ramps_advance(bl_ramps* ramps, const belay_haptic_servo_config* config, const bl_ramp_events* events,
                        uint32_t* reasons);

#endif
