// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a driver sends. Whoever calls it, a number that is none is no force.

#ifndef BELAY_HAPTICS_DEVICES_DEVICE_OUTPUT_H
#define BELAY_HAPTICS_DEVICES_DEVICE_OUTPUT_H

#include "belay/haptic_device.h"
#include "belay/vec.h"

#include <math.h>

// The output, or none at all where one of its numbers is not finite.
static inline belay_haptic_output bl_output_sent(const belay_haptic_output* output)
{
    belay_haptic_output none = {v3_zero(), v3_zero(), 0.0};
    return v3_is_finite(output->force) && v3_is_finite(output->torque) && isfinite(output->grip_force) ? *output : none;
}

#endif
