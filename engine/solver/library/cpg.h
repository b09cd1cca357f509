// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The conjugate projected gradient as a part that methods are made of.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_CPG_H
#define BELAY_ENGINE_SOLVER_LIBRARY_CPG_H

#include "solver/library/solve.h"

// Improves r (in the cones) by at most so many iterations, each counted and watched by the solve. True when the solve
// says stop; false when the iterations are used up or the method stalls. r is then its last iterate, in the cones.
bool bl_cpg_improve(bl_solve* solve, double* r, int64_t max_iterations);

#endif
