// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which of all impulses that do the same are meant. A table on four legs, a box between a jaw and a wall, the edges of
// a wheel whose axle is held: the law leaves open how the load is shared, as some normal impulses can change without
// any effect on a velocity. Friction depends on the share, though. So it is not left to history: of all that do the
// same, those of the least sum of squares are the first guess, which is what supports of equal stiffness would carry;
// the solver ends near where it begins.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_LEAST_NORM_H
#define BELAY_ENGINE_SOLVER_SWEEP_LEAST_NORM_H

#include "solver/rows/row_set.h"

// Shares the load of an island evenly; velocities stay as they are but for rounding and for friction that would be
// outside of its cone. Left as it is when some contact would have to pull, when the share is not open, and in islands
// of rods or of more rows than one small matrix holds.
void bl_least_norm(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities);

#endif
