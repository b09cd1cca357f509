// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How a capsule moves: by ways of less than half its radius, each to the nearest place to where it is wanted that the
// planes of the places near it leave. A plane between two convex things keeps them apart wherever either goes on its
// side, so nothing is ever passed, however the way is cut; and what is found again at the end of each way lets it go
// round what is round.

#ifndef BELAY_ENGINE_CHARACTER_MOVER_H
#define BELAY_ENGINE_CHARACTER_MOVER_H

#include "belay/character.h"
#include "query/near_places.h"

#define BL_MOST_PLACES 256
#define BL_MOST_DOWN 32.0 // radii, of step_height and snap_height: they are gone in each piece of a way

typedef struct bl_mover {
    belay_world* world;
    const belay_character_def* def;
    belay_query_filter filter;
    belay_vec3 up;    // unit
    double cos_slope; // of the steepest ground
    bl_convex capsule;
    belay_quat rotation; // z to up
    uint64_t ignored;    // body that is not looked at, while it carries; 0: none
    belay_vec3 position;
    // What it stands on.
    bool has_ground;
    belay_overlap ground;
    belay_vec3 ground_normal; // of the surface, where it touches an edge
    // What was met.
    bool hits_wall, hits_ceiling, is_squeezed;
    int too_many; // colliders that were near at once, where that is too many
    // Places near where it is.
    belay_overlap places[BL_MOST_PLACES];
    bool is_walkable[BL_MOST_PLACES];
    int count;
    bl_near_list list;
} bl_mover;

void bl_mover_init(bl_mover* m, belay_world* world, const belay_character_def* def, belay_vec3 position);
// The places no further than `reach` beyond the skin.
void bl_mover_look(bl_mover* m, double reach);
// Goes by `way`, as far as it is let, and along what stops it. Any length; in pieces.
void bl_mover_slide(bl_mover* m, belay_vec3 way);
// Whether a place is no higher above the foot of what stands at `position` than a step may be.
bool bl_mover_is_step(const bl_mover* m, const belay_overlap* place, belay_vec3 position);
// Goes down by at most `distance` until it stands on ground. False when it does not; it has then gone down.
bool bl_mover_settle(bl_mover* m, double distance);

// The level part of a vector.
static inline belay_vec3 bl_mover_level(const bl_mover* m, belay_vec3 v)
{
    return v3_add_scaled(v, -v3_dot(v, m->up), m->up);
}

// The longest way that is gone at once.
static inline double bl_mover_piece(const bl_mover* m)
{
    return 0.5 * m->def->radius;
}

#endif
