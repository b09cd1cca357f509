// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the end of a step is told from, and where that goes.

#ifndef BELAY_ENGINE_STEP_PUBLISH_PUBLISH_PARTS_H
#define BELAY_ENGINE_STEP_PUBLISH_PUBLISH_PARTS_H

#include "store/state.h"

typedef struct bl_publish_parts {
    const belay_world_def* def;
    const bl_entity_store* entities; // who lives, and as what
    bl_step_scratch* s;              // the step; written: what it leaves behind
    bl_contact_memory* memory;       // of the last step -> of this one
    bl_published* published;
} bl_publish_parts;

static inline bl_publish_parts bl_publish_parts_of(belay_world* world)
{
    bl_publish_parts p = {&world->def, &world->entities, &world->scratch, &world->memory, &world->published};
    return p;
}

#endif
