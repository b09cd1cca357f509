// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How the bodies and rods behind a tool give way to impulses on them. What holds them counts as it acted in the last
// step, made linear: contacts that stick hold their point, contacts that slide hold its normal, joints and attachments
// of rods hold their rows (with their softness) where these are not at a bound. With J the rows that hold, S their
// softness and M the masses (Mhat of rods), an impulse p changes the velocities by
//     dv = (M^-1 - M^-1 J^T (J M^-1 J^T + S)^+ J M^-1) p.

#ifndef BELAY_ENGINE_PROXY_LOCAL_RESPONSE_H
#define BELAY_ENGINE_PROXY_LOCAL_RESPONSE_H

#include "belay/local_model.h"
#include "proxy/local_rods.h"
#include "proxy/local_tool.h"

#include <stdbool.h>

#define BL_LOCAL_MEMBERS 32
#define BL_LOCAL_HOLDS 72
#define BL_LOCAL_ELEMENTS 96

// What one side of a row does: to a body, along its velocities, and the same over its mass and inertia; or to a rod.
typedef struct bl_local_side {
    int member;   // index in bl_local_response.members; -1: does not move
    bool is_body; // which moves
    belay_vec3 linear, angular, linear_m, angular_m;
    bl_rod_row rod;
} bl_local_side;

// A scalar row between two members.
typedef struct bl_local_row {
    bl_local_side side[2];
    double softness;
} bl_local_row;

// A body or rod that the tool touches, or that lies behind those.
typedef struct bl_local_member {
    uint32_t node; // of islands: a body's index, or bl_rod_island_node
    double arc;    // m: where on the rod the tool is, or what leads to it
} bl_local_member;

typedef struct bl_local_response {
    belay_world* world;
    const bl_local_tool* tool; // that is left out
    bl_local_member members[BL_LOCAL_MEMBERS];
    int member_count;
    // What holds: elements of the step's islands, each with the first member that has it.
    uint32_t elements[BL_LOCAL_ELEMENTS];
    int first_member[BL_LOCAL_ELEMENTS];
    int element_count;
    bl_local_row holds[BL_LOCAL_HOLDS];
    int hold_count;
} bl_local_response;

void bl_local_response_init(bl_local_response* response, belay_world* world, const bl_local_tool* tool);
// Lets a body, or a rod that is met at `arc`, move, if it can: to be added before its rows.
void bl_local_response_add(bl_local_response* response, uint32_t node, double arc);
// Collects what holds the members, and who is behind them; the furthest stay out, and so count as held, when their
// rows find no room. Of a rod's own contacts the eight nearest along it count.
void bl_local_response_close(bl_local_response* response);
// A row along `direction` at `arm` from the centre of mass of the body at an index.
bl_local_row bl_local_response_row(const bl_local_response* response, uint32_t body, belay_vec3 direction,
                                   belay_vec3 arm);
// A row along `linear` and about `angular` of a body, or of what stands for the world.
bl_local_row bl_local_response_joint_row(const bl_local_response* response, uint32_t body, belay_vec3 linear,
                                         belay_vec3 angular);
// A row at a place of a rod.
bl_local_row bl_local_response_rod_row(const bl_local_response* response, const bl_rod_row* rod);
// compliance[i][j], n x n of at most BELAY_LOCAL_MODEL_ROWS: the change of rows[i]'s velocity by a unit impulse along
// rows[j]. False: no memory.
bool bl_local_response_solve(const bl_local_response* response, const bl_local_row* rows, int n,
                             double compliance[][BELAY_LOCAL_MODEL_ROWS]);

#endif
