// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What islands are lowered by, so that no energy comes from nothing. Written by step/energy/ (work space) and
// step/guard/.

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_ENERGY_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_ENERGY_H

#include "belay/math.h"
#include <stdint.h>

// Works of the impulses of one element or island, J. Those of drives also by the parts that go with r and with r . W r:
// with impulses scaled by alpha they do alpha linear + alpha^2 quadratic.
typedef struct bl_island_works {
    double normal, friction, joints, motors, springs, movers;
    double drives_linear, drives_quadratic; // motors, springs and movers, likewise
    double size; // sum of r . W r of all rows, each for itself: what the solver's tolerance is a part of
    // What bodies that are led from pose to pose may have given in the interval before beyond what was told: their way
    // in it was a guess then (step_lead.h). |r . change of velocity| / 2 of each row.
    double unsure;
} bl_island_works;

// Arrays by body, but for the last.
typedef struct bl_energy_scratch {
    uint32_t *island_bodies, *island_marks; // work space of step_island_energy.c; marks are 0 between uses
    double* lowered_part;                   // the part by which its velocities are lowered, ...
    belay_vec3* carried;                    // ... that of its centre of mass against this one, m/s
    double* slowed_to;                      // the part of the linear one left beyond that by max_linear_speed; 0: all
    bl_island_works* works_parts;           // by block of elements of the island at hand
} bl_energy_scratch;

#endif
