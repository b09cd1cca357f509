// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the elements of an island are to methods that see all of its rows at once: groups of rows with one law, their
// impulses, and the velocities that they are measured by.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_NEWTON_GROUPS_H
#define BELAY_ENGINE_SOLVER_NEWTON_NEWTON_GROUPS_H

#include "solver/newton/rod_newton.h"

typedef struct bl_newton_grouping {
    bl_newton_group* groups; // the caller's, with room for what bl_newton_count_groups says
    uint32_t count, rows;
} bl_newton_grouping;

// How many groups elements make, and rows at most. False: more than BL_ROD_NEWTON_MAX_ROWS.
bool bl_newton_count_groups(const bl_row_set* set, const uint32_t* order, uint32_t count, uint32_t* groups,
                            uint32_t* rows);
// Adds those of an element behind those that there are. Rows that nothing can serve are left out.
void bl_newton_add_groups(const bl_row_set* set, uint32_t element, bl_newton_grouping* to);

// Impulses r of a group, and s = u - target + softness r.
void bl_newton_read_group(const bl_row_set* set, const bl_newton_group* g, const bl_velocity* velocities, double* r,
                          double* s);
// Impulses r become the element's; velocities change with it, but for rods without W, which are to be refreshed
// (rod_matrix_free.h) once all have theirs.
void bl_newton_give_back_group(const bl_row_set* set, const bl_newton_group* g, const double* r,
                               bl_velocity* velocities);

#endif
