// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How the devices of the demo are set up: the simulated one, and any one's mount and servo.

#ifndef BELAY_DEMOS_HAPTIC_DEVICE_H
#define BELAY_DEMOS_HAPTIC_DEVICE_H

#include "haptic/options.h"
#include "haptic/places/place.h"

#include "belay/haptic_servo.h"
#include "belay/haptic_simulation.h"

// The simulated device that the options ask for, in a hand that follows a target.
belay_haptic_simulation_def device_simulated(const options* o);

// The servo for a device at a place: what the options leave open is the device's own. The middle of the device's
// workspace is at the place's start; x to the right, y away, z up, from the axes of its driver.
belay_haptic_servo_config device_servo(const options* o, const place* p, const belay_haptic_device_info* info);

#endif
