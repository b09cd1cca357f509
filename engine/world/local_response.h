// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How the bodies behind a tool give way to impulses on them. What holds them counts as it acted in the last step, made
// linear: contacts that stick hold their point, contacts that slide hold its normal, joints hold their rows (with their
// softness) where these are not at a bound. With J the rows that hold, S their softness and M the masses, an impulse p
// on the bodies changes their velocities by
//     dv = (M^-1 - M^-1 J^T (J M^-1 J^T + S)^+ J M^-1) p.

#ifndef BELAY_ENGINE_WORLD_LOCAL_RESPONSE_H
#define BELAY_ENGINE_WORLD_LOCAL_RESPONSE_H

#include "belay/local_model.h"
#include "world/world_internal.h"

#include <stdbool.h>

#define BL_LOCAL_BODIES 32
#define BL_LOCAL_HOLDS 72

// A scalar row between two bodies of the response: u = sum over side of linear . v + angular . w.
typedef struct bl_local_row {
    int body[2];             // index in bl_local_response.bodies; -1: does not move
    belay_vec3 linear[2];    // of each body
    belay_vec3 angular[2];   // likewise
    belay_vec3 linear_m[2];  // over the mass
    belay_vec3 angular_m[2]; // inverse inertia times angular
    double softness;
} bl_local_row;

typedef struct bl_local_response {
    const belay_world* world;
    uint32_t tool;                    // place of the body that is left out
    uint32_t bodies[BL_LOCAL_BODIES]; // places
    int body_count;
    bl_local_row holds[BL_LOCAL_HOLDS];
    int hold_count;
    bool is_full; // a row found no room
} bl_local_response;

void bl_local_response_init(bl_local_response* response, const belay_world* world, uint32_t tool);
// Lets the body at a place move, if it can: it must be added before its rows.
void bl_local_response_add_body(bl_local_response* response, uint32_t place);
// Collects what holds the bodies, and the bodies behind them; the furthest of them stay out, and so count as held, when
// their rows find no room.
void bl_local_response_close(bl_local_response* response);
// A row along `direction` at `arm` from the centre of mass of the body at a place.
bl_local_row bl_local_response_row(const bl_local_response* response, uint32_t place, belay_vec3 direction,
                                   belay_vec3 arm);
// compliance[i][j], n x n of at most BELAY_LOCAL_MODEL_ROWS: the change of rows[i]'s velocity by a unit impulse along
// rows[j].
void bl_local_response_solve(const bl_local_response* response, const bl_local_row* rows, int n,
                             double compliance[][BELAY_LOCAL_MODEL_ROWS]);

#endif
