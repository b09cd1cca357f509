// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is read of a world between steps: energies by bodies' states and masses, and whether all numbers are finite.

#ifndef BELAY_TESTS_CHAOS_MEASURE_H
#define BELAY_TESTS_CHAOS_MEASURE_H

#include "chaos_scene.h"

typedef struct chaos_measure_body {
    bool is_there;
    double mass, kinetic, potential; // kg, J: the potential energy where the kinetic one belongs to (chaos_run.h)
    double shift;                    // J, of that, by where heights are read
    double speed, turning;           // m/s, rad/s
    belay_vec3 center, velocity;     // of the centre of mass
} chaos_measure_body;

typedef struct chaos_measure {
    chaos_measure_body bodies[CHAOS_MAX_BODIES];
    double kinetic, potential; // J, of bodies and rods; what rods store counts as potential
    double shift;              // J, of that, by where heights are read
    double scale;              // J, the sum of all terms without their signs
} chaos_measure;

chaos_measure chaos_measure_take(const chaos_stage* stage);

// What is not finite of all that the world publishes; null: nothing.
const char* chaos_find_nonfinite(const chaos_stage* stage);

#endif
