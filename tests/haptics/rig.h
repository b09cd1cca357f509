// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A servo that drives a simulated device on the virtual clock, tick by tick, against contact models made by hand: a
// wall, without any physics.

#ifndef BELAY_TESTS_HAPTICS_RIG_H
#define BELAY_TESTS_HAPTICS_RIG_H

#include "belay/haptic_servo.h"
#include "belay/vec.h"
#include "haptics/simulated.h"

#define RIG_H (1.0 / 250.0)   // s, of the steps that the models say they come from
#define RIG_TICKS_PER_MODEL 4 // at 1 kHz

typedef struct rig {
    simulated device;
    belay_haptic_servo* servo;
    double period;                             // s
    const belay_haptic_contact_model* model;   // given to the servo; null: none
    belay_haptic_servo_input input;            // of the last tick
    belay_haptic_servo_output output;          // likewise
    belay_haptic_simulation_state state, last; // after and before it
    uint32_t commands;                         // for the next tick
    int ticks;
} rig;

// The default configuration of the device in a definition, but strict: no ramp at the start, and started.
belay_haptic_servo_config rig_config(const belay_haptic_simulation_def* def);
rig rig_begin(const belay_haptic_simulation_def* def, const belay_haptic_servo_config* config);
void rig_end(rig* r);
// One tick: read, servo, write, and one period passes.
void rig_tick(rig* r);
void rig_ticks(rig* r, int count);
// The same with the time that passes afterwards.
void rig_tick_of(rig* r, double seconds);
const belay_haptic_servo_report* rig_report(const rig* r);

// A wall that fills z <= height under a point tool at the origin of its frame.
belay_haptic_contact_model rig_wall(double height, double mu);
// Seals the model anew, as the next step's.
void rig_renew(belay_haptic_contact_model* model);

// Largest |F_k - F_k-1| that the coupling may make in a tick: K v T + B v min(1, v T / depth), and an allowance.
double rig_jump_bound(const belay_haptic_servo_config* config, double speed, double allowance);

// A tap along z to and fro: from `height` above the wall at `speed` to as far below, and back.
belay_hand_motion rig_tap(double height, double depth, double speed);
// A press to `depth` below the wall within `duration`.
belay_hand_motion rig_press(double height, double depth, double duration);

#endif
