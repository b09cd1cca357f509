// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What exact time stepping makes of a constant force: the right values of the friction scenes.

#ifndef BELAY_DEMOS_SCENES_STEPPING_H
#define BELAY_DEMOS_SCENES_STEPPING_H

#include "scenes/build.h"

// How far a body comes in `steps` steps from rest with the constant acceleration `a` (m/s^2).
double stepping_distance(const experiment* e, double a, int steps);

// How far it comes until friction has stopped it: from `speed` (m/s) with the deceleration `a`.
double stepping_stop_distance(const experiment* e, double speed, double a);

#endif
