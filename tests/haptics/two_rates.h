// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A world that steps at its own rate under a servo at 1 kHz, on the virtual clock: a ball as the tool, drawn by its
// coupling, over a wall, a small mass on a spring (as a vertex of a rod is one) or a rod, or at the end of a rod.

#ifndef BELAY_TESTS_HAPTICS_TWO_RATES_H
#define BELAY_TESTS_HAPTICS_TWO_RATES_H

#include "belay/haptic_coupling.h"
#include "belay/haptic_servo.h"
#include "support/scene.h"

#define TWO_RATES_T 1e-3
#define TWO_RATES_RADIUS 0.01 // m, of the tool; its surface touches the ground when its centre is this high

typedef enum two_rates_ground {
    TWO_RATES_WALL,
    TWO_RATES_VERTEX,
    TWO_RATES_ROD, // a rubber rod along x, clamped at both ends, its top at z = 0
    TWO_RATES_HELD // the tool is pinned to the lower end of a rubber rod of 0.1 m that hangs from a clamp: 120 N/m
} two_rates_ground;

typedef struct two_rates {
    belay_world* world;
    belay_body_id tool, other; // other: the mass on the spring, or none
    belay_rod_id rod;
    belay_haptic_coupling coupling;
    belay_haptic_servo* servo;
    belay_haptic_servo_config config;
    belay_haptic_contact_model model;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
    double h, next_step; // s
    int64_t ticks;
    bool is_stalled; // physics makes no steps
} two_rates;

typedef struct two_rates_def {
    double h; // s
    double mu;
    two_rates_ground ground;
    double damping; // N s/m, of the coupling
    bool sleeps;    // whatever can, sleeps at first
} two_rates_def;

two_rates two_rates_begin(const two_rates_def* def);
void two_rates_end(two_rates* s);
// One tick of the servo with the device there; a step of the world when one is due.
void two_rates_tick(two_rates* s, belay_vec3 device);
// Ticks with the device going straight from one place to the other.
void two_rates_move(two_rates* s, belay_vec3 from, belay_vec3 to, int ticks);

#endif
