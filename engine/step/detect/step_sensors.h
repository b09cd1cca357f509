// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sensors notice what flies through them, and when something enters or leaves them. Times are s, from the beginning of
// the step: the contact instant is at (1 - theta) h, the one before at -theta h.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_SENSORS_H
#define BELAY_ENGINE_STEP_DETECT_STEP_SENSORS_H

#include "step/detect/detect_parts.h"

// Whether two colliders, of which one is a sensor, are in each other on the way to the contact instant, and whether on
// the way from it to the end of the step, at which they are apart or nearly so.
bool bl_step_passes_to_mid(const bl_detect_parts* d, const bl_key_pair* pair);
bool bl_step_passes_from_mid(const bl_detect_parts* d, const bl_key_pair* pair);

// When the colliders `a` and `b`, a sensor and its visitor in any order, began to be in each other since the contact
// instant before, and when they no longer were. 0: that is not on their way, as one was put or made there.
double bl_step_visit_begin(const bl_detect_parts* d, uint32_t a, uint32_t b);
double bl_step_visit_end(const bl_detect_parts* d, uint32_t a, uint32_t b);
// The same on the way from the contact instant, of a pair that passes there.
void bl_step_pass_times(const bl_detect_parts* d, const bl_key_pair* pair, double* begin, double* end);

#endif
