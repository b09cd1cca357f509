// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a trial came to, as a line of a table and as a file.

#ifndef BELAY_DEMOS_HAPTIC_REPORT_H
#define BELAY_DEMOS_HAPTIC_REPORT_H

#include "haptic/trial.h"

#include <stdio.h>

// The device, its servo, and what is known of how stiff it may be.
void report_head(const trial* t, FILE* file);
void report_row(const trial* t, FILE* file);
// The place's own numbers beside their right values. False: one is wrong, or could not be judged.
bool report_figures(const trial* t, FILE* file);
void report_foot(FILE* file);

// All samples as CSV. False: the file could not be written.
bool report_csv(const trial* t, FILE* file);

// How stiff: the coupling's, and advice.
void report_advice(const belay_haptic_device_info* info, const belay_haptic_servo_config* config, char* text,
                   size_t size);

#endif
