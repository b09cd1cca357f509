// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What moves in a step and how. The motion of rods goes by it, the energy report (step/energy/) and what guards
// against too much of them (step/guard/).

#ifndef BELAY_ENGINE_STEP_MOTION_MOTION_PARTS_H
#define BELAY_ENGINE_STEP_MOTION_MOTION_PARTS_H

#include "store/state.h"

typedef struct bl_motion_parts {
    const belay_world_def* def;
    const bl_entity_store* entities; // bodies, joints and rods by their indices
    const bl_rod_store* rods;        // arcs, applied forces and states of rods
    const bl_roster* roster;         // bodies that are looked at
    bl_step_scratch* s;              // how they move in this step
    belay_step_stats* stats;
    bl_workers* workers; // who shares what is long; null: the calling thread alone
} bl_motion_parts;

static inline bl_motion_parts bl_motion_parts_of(belay_world* world)
{
    bl_motion_parts p = {&world->def,     &world->entities, &world->rods,  &world->roster,
                         &world->scratch, &world->stats,    world->workers};
    return p;
}

#endif
