// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods used as no rod should be, of some 60 elements each: jerked about a peg and off the floor, drawn through an eye,
// folded so sharply that they unfold in a blow, flying through a box, and with boards set into them.

#ifndef BELAY_TESTS_BENCH_BENCH_RODS_VIOLENT_H
#define BELAY_TESTS_BENCH_BENCH_RODS_VIOLENT_H

#include "belay/belay.h"

#define VIOLENT_MAX_RODS 8
#define VIOLENT_KINDS 12

typedef struct violent_scene {
    belay_world* world;
    belay_rod_id rods[VIOLENT_MAX_RODS];
    int rod_count;
    int held;         // what a hand leads of the first rod
    belay_pose frame; // of that
    belay_body_id hand;
    bool is_led;   // by its first node, which goes where the hand goes
    bool has_axis; // of a peg along z, which nothing is to pass through
    uint64_t lot;
    belay_vec3 way;
} violent_scene;

typedef struct violent_kind {
    const char* name;
    const char* what;
    double h; // s
    int steps;
    belay_result (*create)(violent_scene* scene, double h);
    void (*act)(violent_scene* scene, double h, int step);
} violent_kind;

extern const violent_kind violent_kinds[VIOLENT_KINDS];

// Runs all of them and prints a table; 1: one failed.
int bench_rods_violent(void);

#endif
