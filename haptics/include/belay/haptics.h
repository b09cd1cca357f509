// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Everything of the haptics library that stands on the world and a device; the devices themselves have headers of their
// own.

#ifndef BELAY_HAPTICS_H
#define BELAY_HAPTICS_H

#include "belay/haptic_coupling.h"
#include "belay/haptic_device.h"
#include "belay/haptic_force.h"
#include "belay/haptic_loop.h"
#include "belay/haptic_model.h"
#include "belay/haptic_navigation.h"
#include "belay/haptic_own_loop.h"
#include "belay/haptic_record.h"
#include "belay/haptic_servo.h"
#include "belay/haptic_simulation.h"
#include "belay/haptic_surface.h"

#endif
