// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Damping of bodies. It acts at the contact instant, before forces and contacts do: then what rests presses with all of
// its weight, as no force is damped, and what contacts and joints ask of velocities still holds when they have acted.
// Free motion up to the instant and from it stays as it is, and so does all that follows bodies on their ways.

#ifndef BELAY_ENGINE_STEP_MOTION_STEP_DAMPING_H
#define BELAY_ENGINE_STEP_MOTION_STEP_DAMPING_H

#include "store/state.h"

// Takes from the velocities of a body what its damping takes in h seconds. Nothing is changed without damping.
void bl_step_damp(const bl_body* body, double h, bl_velocity* v);

#endif
