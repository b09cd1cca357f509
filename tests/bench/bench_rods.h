// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The rods that are measured: one swings from a pin, an overhand knot is pulled tight and on, in a thin and in a thick
// rope, a plectoneme is wound on.

#ifndef BELAY_TESTS_BENCH_BENCH_RODS_H
#define BELAY_TESTS_BENCH_BENCH_RODS_H

#include "belay/belay.h"

#define RODS_MAX_ELEMENTS 300
#define RODS_KINDS 4

typedef struct rods_case {
    belay_rod_model model;
    int elements;
    double h;      // s
    double target; // s, of the median; 0: none
} rods_case;

// A scene that is set up, and what is done to it before each step.
typedef struct rods_scene {
    belay_world* world;
    belay_rod_id rod;
    double length, turned;
    belay_vec3 way;   // unit, from the first node to the last
    int held;         // the last end
    belay_pose frame; // of that
} rods_scene;

typedef struct rods_kind {
    const char* name;
    const char* what;
    double warm_up; // s before the measurement
    belay_result (*create)(const rods_case* c, rods_scene* scene);
    void (*act)(const rods_case* c, rods_scene* scene, int step);
    int least;        // elements by which the shape can be told
    bool needs_twist; // that a model has
    bool is_knot;     // targets are for these
    bool is_nodal;    // no other models, and the elements that there are targets for
    double h, h_long; // s; of 100 elements and more
} rods_kind;

extern const rods_kind rods_kinds[RODS_KINDS];

// The determinant of the knot that the rod is; 0: not told.
unsigned rods_knot_of(const rods_scene* scene);

#endif
