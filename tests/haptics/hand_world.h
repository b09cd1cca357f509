// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A simulated device in a hand that goes where it is told to, with a tool in a world that steps at its own rate.

#ifndef BELAY_TESTS_HAPTICS_HAND_WORLD_H
#define BELAY_TESTS_HAPTICS_HAND_WORLD_H

#include "belay/haptic_coupling.h"
#include "haptics/rig.h"
#include "support/parts.h"

#define HAND_WORLD_MU 0.4 // of the floor at z = 0

typedef struct hand_world {
    belay_world* world;
    belay_body_id tool;
    belay_haptic_coupling coupling;
    belay_haptic_contact_model model;
    rig r;
    double next_step; // s
} hand_world;

// A floor, and physics at that rate.
hand_world hand_world_begin(double hz);
void hand_world_end(hand_world* w);
// A device without encoder steps at 1 kHz in a hand, at `at`, as the tool `kind` of that mass, no ramp at the start.
belay_haptic_simulation_def hand_world_device(belay_haptic_preset preset, belay_vec3 at);
belay_haptic_servo_config hand_world_config(const belay_haptic_simulation_def* def, belay_haptic_tool_kind kind,
                                            double mass);
// Ties w->tool, which has been made, to the device.
void hand_world_hold(hand_world* w, const belay_haptic_simulation_def* def, const belay_haptic_servo_config* config);
// One tick of the servo, and a step of the world where one is due, with the hand's target there.
void hand_world_tick(hand_world* w, belay_vec3 at, belay_vec3 velocity);
void hand_world_tick_to(hand_world* w, belay_pose target, belay_vec3 velocity);

#endif
