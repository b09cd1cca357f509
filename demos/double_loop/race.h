// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// All lanes, stepped together. No graphics.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_RACE_H
#define BELAY_DEMOS_DOUBLE_LOOP_RACE_H

#include "double_loop/curves.h"
#include "double_loop/lane.h"
#include "double_loop/options.h"

typedef struct race {
    int lane_count;
    double mus[OPTIONS_MAX_LANES];
    double spin, h, theta; // of all lanes; take effect at race_restart
    lane lanes[OPTIONS_MAX_LANES];
    curves* curves; // one a lane
} race;

// Builds all lanes at their start. False: `error` says why, nothing is left.
bool race_create(race* r, const options* o, belay_error* error);

// Frees all lanes. Allowed on a race that is all zero.
void race_destroy(race* r);

// Builds all lanes anew from mus, spin, h and theta. False: `error` says why; the race is then over (destroy it).
bool race_restart(race* r, belay_error* error);

// One step of all lanes.
bool race_step(race* r, belay_error* error);

// What goes with the worlds of all lanes when these are taken back, as shell_program.keep has it, and what they were
// built of.
size_t race_keep(const race* r, void* bytes);
void race_take_back(race* r, const void* bytes);
uint64_t race_build_key(const race* r);

// The ball of a lane between its last two states: 0 the one before, 1 the present one.
lane_sample race_ball(const race* r, int lane_index, double blend);

#endif
