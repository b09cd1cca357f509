// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What comes between the sweeps over an island: Newton's method on all of it, or load carried through a pile; and when
// time or work have run out.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_ISLAND_SCHEDULE_H
#define BELAY_ENGINE_SOLVER_SWEEP_ISLAND_SCHEDULE_H

#include "solver/sweep/island_solve.h"

typedef enum bl_newton_kind {
    BL_NEWTON_NONE,
    BL_NEWTON_DENSE,
    BL_NEWTON_BODIES,
    BL_NEWTON_ROWS,   // rod_newton.h, with rods or without
    BL_NEWTON_UNKNOWN // not looked at yet
} bl_newton_kind;

// Newton's method on the links alone (joints, and what holds and touches rods), between sweeps over all.
typedef enum bl_links_state {
    BL_LINKS_NONE, // there are none, or they cost too much
    BL_LINKS_BEGUN,
    BL_LINKS_UNKNOWN // not looked at yet
} bl_links_state;

// The arguments of bl_nsgs_solve.
typedef struct bl_island {
    const bl_row_set* set;
    const uint32_t* order; // [count]
    uint32_t count;
    bl_velocity* velocities;
    bl_body_newton* newton; // may be null
    const bl_nsgs_settings* settings;
} bl_island;

// Squares of velocities are sums over the island, as those of the natural map.
typedef struct bl_island_schedule {
    bl_island island;
    bl_newton_kind kind;
    double began; // on belay_timer_seconds, when there is a deadline
    double goal;  // the square of the natural map that is asked for
    double last;  // natural map squared after the last try
    int failures;
    bool has_given_up;                   // sweeps would do no better either
    bool is_out_of_work, is_out_of_time; // why it has
    double early;                        // |change|^2 of a sweep below which the turn comes early
    bool is_large;                       // and moves
    bool is_pile;
    bool has_carried;   // load, at least once
    bool is_costly;     // a sweep is, as with rods that have no W
    int working_sweeps; // however little work is allowed
    double restless;    // |change|^2 of a sweep of towers above which they are more
    double carried;     // |change|^2 of a sweep below which load is carried well enough by the sweeps
    double tree_share;  // part of a pile's load that trees have
    uint32_t contacts;  // of bodies: the first ones in order; the rest are links
    bl_links_state links;
} bl_island_schedule;

// `goal`: the square of the natural map that is asked for.
void bl_island_schedule_begin(bl_island_schedule* schedule, const bl_island* island, double goal);

// After a sweep that changed |change|^2: carries load if it is time for that. False when there is no memory.
bool bl_island_schedule_carry(bl_island_schedule* schedule, double change, bl_nsgs_report* report);

// Likewise tries Newton's method. Returns the square of the natural map reached, or a negative number when it is not
// its turn.
double bl_island_schedule_newton(bl_island_schedule* schedule, double change, bl_nsgs_report* report);

// Whether sweeps, time or work have run out; says so in the report.
bool bl_island_schedule_is_over(const bl_island_schedule* schedule, bl_nsgs_report* report);

#endif
