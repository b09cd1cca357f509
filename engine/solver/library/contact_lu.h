// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The block factorisation (block_lu.h) for matrices with the pattern of a contact problem: a node per contact.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_CONTACT_LU_H
#define BELAY_ENGINE_SOLVER_LIBRARY_CONTACT_LU_H

#include "solver/library/solve.h"
#include "solver/newton/block_lu.h"

// Finds the order and the pattern; `lu` is to be given back by bl_block_lu_fini in any case. False when there is no
// memory (the solve then says that it is over), or a factorisation would take an hour.
bool bl_contact_lu_analyse(bl_block_lu* lu, bl_solve* solve);

// Factors the part (null: all) of the contacts that is_skipped does not name. False when a pivot is at most least_pivot
// of the largest number of its diagonal block, or the solve is over meanwhile.
bool bl_contact_lu_run(bl_block_lu* lu, const bl_solve* solve, const bool* is_skipped, double least_pivot);

#endif
