// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What local models ask of rods after a step: whether those of the step are still there, where a tool touches them, how
// a place on them moves, and what impulses do to them.
//
// A rod answers an impulse by Mhat^-1, whose factors are those with which the step was solved: the rod linearised at
// the step's contact instant. Until the next step they are the newest there are, and just what a harder push in the
// step would have met. Rows of the step's own constraints are those of the contact instant too; rows of other places
// are taken where the rod is after the step, which differs by a second order of h. With either, H Mhat^-1 H^T is
// symmetric and has no negative eigenvalues.

#ifndef BELAY_ENGINE_PROXY_LOCAL_RODS_H
#define BELAY_ENGINE_PROXY_LOCAL_RODS_H

#include "store/state.h"

#include <stdbool.h>

// Whether rods and attachments are those of the step.
bool bl_local_rods_are_current(const belay_world* world);

typedef struct bl_local_rod_point {
    uint32_t rod, segment;
    double at; // 0 to 1
} bl_local_rod_point;

// Fills scratch.rods.solids with the contacts of a rod and a collider at the contact instant, closer than the contact
// margin and what both travel. The rod is A. False: no memory.
bool bl_local_rod_detect(belay_world* world, uint32_t rod, uint32_t collider);

// A place at the contact instant (m), and how it goes on after the step (m/s, rad/s).
typedef struct bl_rod_motion {
    belay_vec3 position, velocity, angular;
    belay_quat frame; // of the segment, at the contact instant
} bl_rod_motion;
// False: no memory.
bool bl_local_rod_motion(belay_world* world, bl_local_rod_point at, bl_rod_motion* motion);

// One row over the velocities of a rod. Of the step's problem: its number `row` there; BL_NO_INDEX: at a place, along
// `linear` at the axis and about `angular`.
typedef struct bl_rod_row {
    uint32_t row;
    bl_local_rod_point place;
    belay_vec3 linear, angular;
} bl_rod_row;

#define BL_LOCAL_ROD_ROWS 120

// W = H Mhat^-1 H^T of at most BL_LOCAL_ROD_ROWS rows on one rod, count x count; good until the next call. Null: no
// memory.
const double* bl_local_rod_response(belay_world* world, uint32_t rod, const bl_rod_row* rows, int count);

#endif
