// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where a convex solid touches colliders, or is near them, as contacts are found; in the order of the handles, so that
// it does not depend on how the index of colliders came to be.

#ifndef BELAY_ENGINE_QUERY_NEAR_PLACES_H
#define BELAY_ENGINE_QUERY_NEAR_PLACES_H

#include "belay/query.h"
#include "query/world_query.h"

#define BL_MOST_NEAR 512 // colliders

typedef struct bl_near_list {
    bl_near near[BL_MOST_NEAR];
    int count; // may be more: those beyond were not kept
} bl_near_list;

// The colliders that a ball about `middle` may meet.
void bl_near_list_find(belay_world* world, const belay_query_filter* filter, belay_vec3 middle, double reach,
                       bl_near_list* list);

// Calls `visit` for each place of the solid, which stands at `pose`, and the collider that is nearer than `margin`.
typedef void bl_place_fn(void* context, const belay_overlap* place);
void bl_visit_places(const belay_world* world, const bl_convex* solid, belay_pose pose, const bl_near* near,
                     double margin, bl_place_fn* visit, void* context);

#endif
