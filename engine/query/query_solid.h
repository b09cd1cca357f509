// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A convex solid that a query asks about, against one collider of any shape. A height field counts as solid below its
// surface for what is there, but a cast sees its surface alone: the walls at its rim are open.

#ifndef BELAY_ENGINE_QUERY_QUERY_SOLID_H
#define BELAY_ENGINE_QUERY_QUERY_SOLID_H

#include "query/world_query.h"

typedef struct bl_query_solid {
    bl_convex convex;
    belay_pose pose;
    bool may_leave; // of a cast: what it touches at the start is no hit where the way does not lead into it
} bl_query_solid;

// Where the solid meets the collider: on the collider's surface, world frame.
typedef struct bl_query_touch {
    belay_vec3 point;
    belay_vec3 normal; // unit, out of the collider
} bl_query_touch;

bool bl_query_solid_overlaps(const belay_world* world, const bl_query_solid* solid, const bl_near* near);

// When the solid, moving by `displacement` without turning, first touches the collider, from 0 to 1; 0 when it does at
// the start.
bool bl_query_solid_cast(const belay_world* world, const bl_query_solid* solid, belay_vec3 displacement,
                         const bl_near* near, double* time, bl_query_touch* touch);

#endif
