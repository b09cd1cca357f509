// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What cutting (rod_cut.c) and joining (rod_join.c) share: where the places of a rod go, and what is remembered of
// them.

#ifndef BELAY_ENGINE_OBJECTS_ROD_PIECES_H
#define BELAY_ENGINE_OBJECTS_ROD_PIECES_H

#include "store/rods.h"

// The places begin <= s < end of rod `from` are from now on those at offset + sign s of rod `to`.
typedef struct bl_rod_renumbering {
    uint64_t from, to;
    double begin, end;   // m
    double offset, sign; // m; 1 or -1
} bl_rod_renumbering;

// Doubles that belong to a record whose body knows its element and segment counts.
uint64_t bl_rod_numbers_size(const bl_rod_record* record);

// Where a place goes.
void bl_rod_go(const bl_rod_renumbering ways[2], uint64_t* rod, double* s);

// Room for what is remembered of contacts to be put into another order. False: no memory.
bool bl_rod_reserve_renumbering(belay_world* world);
// Contacts that wait for the next step as impulses go where their places go. The impulse of what lies between two rods
// is told on the one of lower id, on one rod that of lower s. Needs the room.
void bl_rod_apply_renumbering(belay_world* world, const bl_rod_renumbering ways[2]);

#endif
