// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rope wound on a drum, pulled at both ends.

#ifndef BELAY_TESTS_SUPPORT_RODS_ROD_WRAP_H
#define BELAY_TESTS_SUPPORT_RODS_ROD_WRAP_H

#include "support/rods/rod_scene.h"

typedef struct rod_wrap_def {
    double round;          // m: from the drum's axis, y, to the rope's
    double radius;         // m, of the rope; the drum's is round - radius
    double turn;           // rad about the axis
    double helix;          // rad, of the rope against the axis; pi / 2: in a plane
    int elements;          // on the drum; each is a tangent of it, so that nodes lie a little outside
    int tail;              // elements of each tail, as long as those on the drum
    double friction;       // of the rope on the drum
    double bend;           // N m^2, E I
    double stretch;        // N, E A; 0: 1e4
    bool is_clamped;       // at the low end, and too stiff against twist to roll aside
    belay_rod_model model; // default nodal
} rod_wrap_def;

typedef struct rod_wrap {
    belay_world* world;
    belay_rod_id rope;
    rod_wrap_def def;
    double element, length; // m
    belay_vec3 low, high;   // unit, along the tails and away from the drum
} rod_wrap;

rod_wrap rod_wrap_make(const rod_wrap_def* def);

// Pulls the low end with 1 N along its tail and the high end with `ratio` N along its own, forces that grow together in
// the first half of so many steps of 1 ms; until they are over, or something moves with 0.1 m/s. Returns the largest
// speed in the end, m/s.
double rod_wrap_pull(const rod_wrap* wrap, double ratio, int steps);
// How much the logarithm of the tension grows from element to element, in the mean, between two of those on the drum.
double rod_wrap_growth(const rod_wrap* wrap, int from, int to);

#endif
