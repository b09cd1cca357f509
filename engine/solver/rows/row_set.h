// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Everything that a step solves: contacts, joints, and contacts and holds of rods. An element is a number: contacts
// first, then joint blocks, then the elements of rods.

#ifndef BELAY_ENGINE_SOLVER_ROWS_ROW_SET_H
#define BELAY_ENGINE_SOLVER_ROWS_ROW_SET_H

#include "solver/rows/joint_row.h"
#include "solver/rows/rod_row.h"

typedef struct bl_row_set {
    bl_contact_row* rows;
    uint32_t contact_count; // elements below it are contacts; then element - contact_count is a joint block
    // Three per contact: u_free in the form that the law is stated in (bl_contact_row_shift). May be null where nothing
    // is measured by it.
    const double* contact_free;
    bl_joint_set joints;
    const double* joint_free; // per joint block: |u_free - target|^2
    uint32_t rod_first;       // elements from here on are those of rods
    bl_rod_set rods;
    struct bl_rod_newton* rod_newton; // work space; null: islands with rods are left to the sweeps
    // Solves one contact of bodies in sweeps; null: bl_local_contact_solve.
    bl_local_fn* local;
    // By body, for the methods that look at bodies; may be null for plain sweeps.
    const bl_response* responses;
} bl_row_set;

static inline bool bl_row_set_is_rod(const bl_row_set* set, uint32_t element)
{
    return set->rods.count > 0 && element >= set->rod_first;
}

// One more than the highest index of a body that the contacts among these touch; contacts come first.
static inline uint32_t bl_row_set_body_limit(const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t limit = 0;
    for (uint32_t k = 0; k < count && order[k] < set->contact_count; k++) {
        const bl_contact_row* row = &set->rows[order[k]];
        if (row->body_a >= limit) limit = row->body_a + 1;
        if (row->body_b >= limit) limit = row->body_b + 1;
    }
    return limit;
}

#endif
