// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a tick of the servo came to: for plots, tables and files.

#ifndef BELAY_DEMOS_HAPTIC_SAMPLES_SAMPLE_H
#define BELAY_DEMOS_HAPTIC_SAMPLES_SAMPLE_H

#include "belay/haptic_servo.h"

// World frame.
typedef struct sample {
    double time;       // s
    belay_vec3 device; // m, where the hand holds the tool
    belay_vec3 tool;   // m, where contacts let it be
    belay_quat device_rotation, tool_rotation;
    double normal;    // N, normal force at the contact that presses most
    belay_vec3 force; // N, on the hand, as sent
    double depth;     // m, from one to the other in contact, else 0
    double friction;  // tangential over normal force, at the contact that presses most; NAN where none does
    double energy;    // J, that went into the servo at the device's port
    double micros;    // us: what the tick took (without a window); how late it was (99 %, in a window)
    uint32_t reasons; // bits of belay_haptic_reason
    bool is_in_contact;
} sample;

// All but `micros`.
sample sample_of(double time, const belay_haptic_servo_output* output, const belay_haptic_servo_report* report,
                 const belay_pose* mount);

// What of the reasons is to be read by people: none of "stiffer than any hand is safe with", which is always so, nor
// ramps and starts that are done with soon. Writes their texts, with commas; "all well" when there is none.
void sample_reasons_text(uint32_t reasons, char* text, size_t size);

#endif
