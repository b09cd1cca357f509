// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Everything that a step solves: contacts and joints. An element is a number: contacts first, then joint blocks.

#ifndef BELAY_ENGINE_SOLVER_ROW_SET_H
#define BELAY_ENGINE_SOLVER_ROW_SET_H

#include "solver/joint_row.h"

typedef struct bl_row_set {
    bl_contact_row* rows;
    uint32_t contact_count; // elements below it are contacts; element - contact_count is a joint block
    bl_joint_set joints;
    const double* joint_free; // per joint block: |u_free - target|^2
    // By body, for the methods that look at bodies; may be null for plain sweeps.
    const bl_response* responses;
} bl_row_set;

#endif
