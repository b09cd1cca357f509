// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The energy that passes the device's port (Hannaford and Ryu 2002): with the force sent at the last tick, held since,
//     E += -F . (x - x_last) - tau . turn,
// from displacements, not from filtered velocities. E is what went into the virtual side; where it is negative, that
// side has made energy. One sum forgets nothing. The other, which the controller looks at, cannot save up: its credit
// is what the coupling has stored and a small reserve, and none of it outlasts the contact, so that a long damped phase
// does not pay for a later burst. What it owes out of contact is forgiven in time. What the device itself is known to
// lose, by its damping and friction, is not held against the force; nor is what others pay for: the work of what moves
// the tool (a lift under the hand, a load on it, what gives way), F . dx of the tool, and what a ramp of the gain g
// adds to what is stored, dg U; all as far as the device's rating lets the force through. What is left is made by the
// coupling: it is that of the time between two ticks, in which the force stands still and the hand does not.

#ifndef BELAY_HAPTICS_SERVO_FORCE_SERVO_PASSIVITY_H
#define BELAY_HAPTICS_SERVO_FORCE_SERVO_PASSIVITY_H

#include "belay/haptic_servo.h"
#include "belay/vec.h"

#include <stdbool.h>

typedef struct bl_passivity {
    double energy, lowest;                  // J
    double recent, recent_lowest;           // J
    double stored;                          // J, in the coupling, as it is felt
    double coupled;                         // J, in the coupling before the gain, at the device's port
    bool is_in_contact;                     // at the last tick
    belay_vec3 sent_force, sent_torque;     // held since the last tick, device axes
    double force_share, torque_share;       // of what was wanted, by the last stage's limits
    double memory, reserve;                 // s, J
    double device_damping, device_friction; // N s/m, N
} bl_passivity;

typedef struct bl_passivity_controller {
    double tolerance; // J
    double largest;   // N s/m, of the damping
    double force_cap; // N
    double still;     // m/s: slower is not acted on
    double step;      // m, of the encoder; 0: none
} bl_passivity_controller;

void bl_passivity_init(bl_passivity* passivity, const belay_haptic_servo_config* config);
// What passed since the last tick: displacement and turn of the device, dt later.
void bl_passivity_observe(bl_passivity* passivity, belay_vec3 moved, belay_vec3 turned, double dt);
// What others paid for in this tick, J.
void bl_passivity_credit(bl_passivity* passivity, double work);
// Damps `force` by what takes the energy made within this tick back, never turning it into a pull: its part along what
// it was stays >= 0. Whether it acted.
bool bl_passivity_control(const bl_passivity* passivity, const bl_passivity_controller* controller, belay_vec3 moved,
                          double dt, belay_vec3* force);

#endif
