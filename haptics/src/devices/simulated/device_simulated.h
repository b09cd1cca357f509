// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The parts of the simulated device: where the hand wants to be, how the device moves, what its driver says of it.

#ifndef BELAY_HAPTICS_DEVICES_SIMULATED_DEVICE_SIMULATED_H
#define BELAY_HAPTICS_DEVICES_SIMULATED_DEVICE_SIMULATED_H

#include "belay/haptic_simulation.h"
#include "threads/haptic_triple_buffer.h"

#include <stdatomic.h>
#include <stdio.h>

#define BL_SIMULATED_SUBSTEPS 40      // in a period
#define BL_SIMULATED_MAX_DELAY 60     // periods
#define BL_SIMULATED_MAX_LATENCY 250  // periods
#define BL_SIMULATED_PENDING_SIZE 64  // writes on their way
#define BL_SIMULATED_HISTORY_SIZE 256 // poses that were

typedef struct bl_motion_state {
    belay_vec3 position, velocity;
    belay_quat rotation;
    belay_vec3 angular_velocity;
} bl_motion_state;

// A motion at time t; TARGET has none of its own and keeps *wanted.
void bl_hand_motion_at(const belay_hand_motion* motion, double t, bl_motion_state* wanted);

// A force on its way to the motors, desk axes.
typedef struct bl_pending_force {
    double due; // s
    belay_vec3 force, torque;
    double grip;
} bl_pending_force;

typedef struct bl_past_pose {
    double time;
    bl_motion_state motion;
} bl_past_pose;

struct belay_haptic_simulation {
    belay_haptic_simulation_def def;
    belay_hand_sample* samples; // that def.motion points to
    belay_haptic_simulation_state state;
    bl_motion_state wanted;
    bl_triple_buffer targets; // from whoever sets them
    bl_motion_state target_slots[3];
    atomic_uint buttons;
    atomic_uint wanted_grip; // in 1/65535

    bl_pending_force pending[BL_SIMULATED_PENDING_SIZE]; // the oldest first
    int pending_count;
    belay_vec3 asked_force, asked_torque; // that arrived last, before the limits
    double asked_grip;                    // N, likewise
    double last_write;                    // s

    bl_past_pose history[BL_SIMULATED_HISTORY_SIZE]; // a ring
    int64_t history_count;

    belay_haptic_input last_input;
    double last_frame; // s
    uint64_t random;
    bool was_read, is_lost, was_unplugged;
};

// Lets the device move for dt seconds.
void bl_simulated_advance(belay_haptic_simulation* s, double dt);

// Takes a write in, desk axes; it acts after the delay.
void bl_simulated_queue_force(belay_haptic_simulation* s, belay_vec3 force, belay_vec3 torque, double grip);

// `v` cut down to length `limit`, its direction kept; as it is where the limit is 0.
belay_vec3 bl_limit_length(belay_vec3 v, double limit);

// |v| without overflow.
double bl_safe_length(belay_vec3 v);

// Checks a definition: what is wrong with which value.
belay_result bl_simulated_check(const belay_haptic_simulation_def* def, belay_error* error);
belay_result bl_hand_check(const belay_hand* hand, belay_error* error);

// Reads a recording; `name` is the file's, for messages.
belay_result bl_hand_samples_parse(FILE* file, const char* name, belay_hand_sample** samples, int* count,
                                   belay_error* error);

extern const belay_haptic_device_ops bl_simulated_ops;

#endif
