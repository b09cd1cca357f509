// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What looking for contacts goes by.

#ifndef BELAY_ENGINE_STEP_DETECT_DETECT_PARTS_H
#define BELAY_ENGINE_STEP_DETECT_DETECT_PARTS_H

#include "store/state.h"

typedef struct bl_detect_parts {
    const belay_world_def* def;
    const bl_entity_store* entities; // bodies, colliders, joints and rods by their places
    const bl_collider_store* shapes; // what colliders are
    const bl_rod_store* rods;        // arcs and collision exclusions
    bl_step_scratch* s;              // where all is in this step; written: what is found
    bl_contact_hooks* hooks;         // what the program is asked
} bl_detect_parts;

static inline bl_detect_parts bl_detect_parts_of(belay_world* world)
{
    bl_detect_parts d = {&world->def,  &world->entities, &world->colliders,
                         &world->rods, &world->scratch,  &world->hooks};
    return d;
}

#endif
