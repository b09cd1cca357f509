// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What islands are lowered by, so that no energy comes from nothing. Written by step/energy/ (work space) and
// step/guard/.

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_ENERGY_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_ENERGY_H

#include "belay/math.h"
#include <stdint.h>

// Arrays by body.
typedef struct bl_energy_scratch {
    uint32_t *island_bodies, *island_marks; // work space of step_island_energy.c; marks are 0 between uses
    double* lowered_part;                   // the part by which its velocities are lowered, ...
    belay_vec3* carried;                    // ... that of its centre of mass against this one, m/s
    double* slowed_to;                      // the part of the linear one left beyond that by max_linear_speed; 0: all
} bl_energy_scratch;

#endif
