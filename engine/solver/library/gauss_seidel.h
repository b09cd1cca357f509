// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Block nonsmooth Gauss-Seidel sweeps over an assembled problem (renouf2005, sec. 6.2; daviet2011, alg. 1), as a part
// that methods are made of.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_GAUSS_SEIDEL_H
#define BELAY_ENGINE_SOLVER_LIBRARY_GAUSS_SEIDEL_H

#include "solver/library/solve.h"

typedef struct bl_gauss_seidel {
    bl_solve* solve;
    bl_local_block* blocks; // [n] the diagonal blocks, prepared at the first visit that finds the contact closed
    bool* is_ready;         // [n] whether that has been
    bl_local_fn* local;
    int32_t* order;  // [n] contacts in the order of the next sweep
    int32_t* frozen; // [n] sweeps for which the contact is still skipped; null without freezing
    double* rest;    // [n] squared change of the contact in its last visit; null without freezing
    uint64_t random;
    int64_t sweeps;
    double omega;       // relaxation of the next sweep
    double last_change; // of the sweep before
} bl_gauss_seidel;

// Prepares the sweeps; memory comes from the solve (false when there is none).
bool bl_gauss_seidel_init(bl_gauss_seidel* gs, bl_solve* solve);

// One sweep: r changes in place, always admissible. Returns sqrt(sum |w_a dr_a|^2) / |q|: how much it changed, on the
// residual's scale. Looks at the clock now and then when there is a deadline, and then may stop part of the way.
double bl_gauss_seidel_sweep(bl_gauss_seidel* gs, double* r);

#endif
