// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From contacts as the step has them to a problem of the library: the matrix-free sweeps never form the blocks between
// contacts, files and the methods of the library need them.

#ifndef BELAY_ENGINE_SOLVER_ASSEMBLE_ASSEMBLE_ROWS_H
#define BELAY_ENGINE_SOLVER_ASSEMBLE_ASSEMBLE_ROWS_H

#include "belay/problem.h"
#include "solver/rows/contact_row.h"

typedef struct bl_contact_rows {
    const bl_contact_row* rows;
    const double* free;           // three per row: u_free, as bl_row_set.contact_free
    const bl_response* responses; // by body
    const uint32_t* order;        // [count]: contact a of the problem is rows[order[a]]; null: rows[a]
    int32_t count;
} bl_contact_rows;

// *problem, which the caller destroys, with the impulses of the rows as r. Errors: MEMORY.
belay_result bl_contact_rows_assemble(const bl_contact_rows* from, const belay_allocator* allocator,
                                      belay_problem** problem, belay_error* error);

#endif
