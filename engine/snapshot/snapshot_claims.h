// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the checks of a snapshot's content (snapshot_check.h) claim of numbers and handles, and how they refuse.

#ifndef BELAY_ENGINE_SNAPSHOT_SNAPSHOT_CLAIMS_H
#define BELAY_ENGINE_SNAPSHOT_SNAPSHOT_CLAIMS_H

#include "store/state.h"

// VERSION, with "what number" in *error.
belay_result bl_snapshot_refuse(belay_error* error, const char* what, uint64_t number);

// Returns from the calling function, naming `what` and a number, unless the claim holds.
#define BL_CLAIM(claim, what, number)                                                                                  \
    do {                                                                                                               \
        if (!(claim)) return bl_snapshot_refuse(error, what, (uint64_t)(number));                                      \
    } while (0)

bool bl_snapshot_are_finite(const double* x, size_t count);
// What is not less than 0, and finite.
bool bl_snapshot_is_amount(double x);
// Above 0; infinite where that means "no bound".
bool bl_snapshot_is_bound(double x);
bool bl_snapshot_is_rotation(belay_quat q);
bool bl_snapshot_is_pose(belay_pose p);
bool bl_snapshot_is_material(belay_material m);

// The index of the living thing with that handle in a table, or BL_NO_INDEX.
uint32_t bl_snapshot_index_of(const belay_world* w, int table, uint64_t id);
bool bl_snapshot_is_there(const belay_world* w, int table, uint64_t id);
// The id of the element at an index of a table is that of its slot.
bool bl_snapshot_is_own_id(const belay_world* w, int table, uint32_t index, uint64_t id);

#endif
