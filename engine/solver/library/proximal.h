// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Proximal points over semismooth Newton steps, to be used by any method that has an iterate worth finishing. The
// context keeps the order of elimination, the pattern of the factors, the kind of steps and the size of the proximal
// term between the calls of one solve; the iterate may be another one in each call.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_PROXIMAL_H
#define BELAY_ENGINE_SOLVER_LIBRARY_PROXIMAL_H

#include "solver/library/solve.h"

typedef enum bl_proximal_status {
    BL_PROXIMAL_STOPPED, // bl_solve_observe said stop: solved, or cap, budget or memory used up
    BL_PROXIMAL_PAUSED,  // the Newton iterations of this call are used up
    BL_PROXIMAL_STALLED  // no proximal step improves r any more
} bl_proximal_status;

typedef struct bl_proximal bl_proximal;

// All memory comes from the solve, except that of the factors, which destroy gives back. Null when there is none (the
// solve then says that it is over), or when a factorisation would take too long. destroy: null does nothing.
bl_proximal* bl_proximal_create(bl_solve* solve);
void bl_proximal_destroy(bl_proximal* proximal);

// Improves r (in the cones) by at most that many Newton iterations, each counted and watched by the solve. On return r
// is the best of the iterates of this call, or unchanged; it is in the cones. When it is handed in again untouched
// after a pause, the steps go on from where they were, which need not be the best iterate. STALLED is only said after
// some 150 iterations without progress; a call thereafter tries again.
bl_proximal_status bl_proximal_improve(bl_proximal* proximal, double* r, int64_t max_newton_iterations);

#endif
