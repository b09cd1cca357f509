// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What islands are solved from.

#ifndef BELAY_ENGINE_STEP_SOLVE_SOLVE_PARTS_H
#define BELAY_ENGINE_STEP_SOLVE_SOLVE_PARTS_H

#include "store/state.h"

typedef struct bl_solve_parts {
    const belay_world_def* def;
    const bl_entity_store* entities; // bodies by their indices
    bl_step_scratch* s;              // rows and velocities; written: these, and reports
    bl_workers* workers;             // null: the calling thread alone
    const bl_time_estimate* unit;    // what a unit of work takes
    double deadline;                 // on belay_timer_seconds, 0: none
    int64_t spent;                   // of max_work, in this step
} bl_solve_parts;

static inline bl_solve_parts bl_solve_parts_of(belay_world* world, double deadline)
{
    bl_solve_parts p = {&world->def,        &world->entities, &world->scratch,  world->workers,
                        &world->times.work, deadline,         world->stats.work};
    return p;
}

#endif
