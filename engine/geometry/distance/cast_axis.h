// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The gap of two moving solids along one axis, over an interval of time: what lets a cast step forward without passing
// a contact.
//
// Along a unit vector n(t), the gap f(t) = min n . x over A - max n . y over B is at most the distance. It costs two
// support points. Take an n that turns steadily by sigma. Each pair of points alone has a height h(t) with |h''| <=
// bend, and f is the least of them, so that between two times at which f is known
//     f >= the chord - bend / 2 (t - t1) (t2 - t).
// With omega the turn of a solid, rho its reach about its centre of mass, delta = omega - sigma, D the way between the
// centres and W its rate,
//     bend = |n x sigma| (|sigma| |D| + 2 |W|)  +  for A and B: rho (|n x sigma| |delta| + |n x delta| |omega|).
// n x delta is constant only when sigma = 0; otherwise |delta| bounds it. A solid round about its axis u may be thought
// not to spin: with omega_u along u and omega_t across it, and sigma = 0, rho omega_t (omega_t + |omega_u|) does as
// well.

#ifndef BELAY_ENGINE_GEOMETRY_DISTANCE_CAST_AXIS_H
#define BELAY_ENGINE_GEOMETRY_DISTANCE_CAST_AXIS_H

#include "geometry/distance/distance.h"

// One solid in motion.
typedef struct bl_cast_solid {
    const bl_convex* convex;
    bl_motion motion;
    double bounding_radius; // m, of the core about the centre of mass
    double turn;            // rad
    double axial_turn;      // rad, what remains of it for a core that is round about its axis: `turn` for others
    double axial_bend;      // m, a bound of h'' for sigma = 0 that holds for such a core; infinite for others
} bl_cast_solid;

typedef struct bl_cast {
    bl_cast_solid a, b;
} bl_cast;

typedef struct bl_cast_axis {
    belay_vec3 normal; // at `time`
    double time;
    belay_vec3 turn;       // sigma, rad
    double bend;           // m
    double approach_speed; // m, an estimate of how fast the gap shrinks at first
} bl_cast_axis;

bl_cast bl_cast_make(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b, const bl_motion* motion_b);

// The axis that is now the normal. It turns on as the normal has turned since `last` (may be null), so that steps along
// it close in faster than linearly.
bl_cast_axis bl_cast_choose_axis(const bl_cast* cast, belay_vec3 normal, double time, const bl_cast_axis* last);

// Of the surfaces, m.
double bl_cast_gap(const bl_cast* cast, const bl_cast_axis* axis, double time);

// A time after `axis->time`, where the gap is `gap` > level: up to it the gap stays at or above the level (m), and it
// is then about `margin` (m) above it at most. More than 1 when it stays above the level up to 1. Takes from
// *evaluations, and returns a time that is safe, if early, when none are left.
double bl_cast_step(const bl_cast* cast, const bl_cast_axis* axis, double gap, double level, double margin,
                    int* evaluations);

#endif
