// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How exactly the impulses of an island obey the laws of their contacts and joints, and how exactly they should.

#ifndef BELAY_ENGINE_SOLVER_ISLAND_RESIDUAL_H
#define BELAY_ENGINE_SOLVER_ISLAND_RESIDUAL_H

#include "solver/rows/row_set.h"

// The sum of squares of the scaled natural map over the elements.
double bl_island_natural_squared(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                 const bl_velocity* velocities);

// What that sum must come to: (tolerance |q|)^2, and no less than rounding leaves.
double bl_island_goal_squared(const bl_row_set* set, const uint32_t* order, uint32_t count,
                              const bl_velocity* velocities, double tolerance);

#endif
