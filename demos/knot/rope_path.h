// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The way on which a rope is led into an overhand knot: straight in, once along the loose knot, straight out. A rope
// that slides along it touches itself nowhere, so what leads its points there ties the knot without passing a strand
// through another.

#ifndef BELAY_DEMOS_KNOT_ROPE_PATH_H
#define BELAY_DEMOS_KNOT_ROPE_PATH_H

#include <belay/math.h>

enum { ROPE_PATH_POINTS = 513 };

typedef struct rope_path {
    belay_vec3 points[ROPE_PATH_POINTS], d1[ROPE_PATH_POINTS]; // of the knot, with a frame that does not turn about it
    double knot;                                               // m, length of the knot
    double in;                                                 // m, of the straight piece before it
} rope_path;

// For a rope of `length`; the knot takes the given part of it and lies about the origin.
void rope_path_init(rope_path* p, double length, double part);

// The point at a distance u along the path, and the frame there: column z along the path.
belay_pose rope_path_at(const rope_path* p, double u);

#endif
