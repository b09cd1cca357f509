// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Siconos beside us: its nonsmooth Gauss-Seidel with the Alart-Curnier one-contact solver (the default of its 3D
// frictional contact driver), on the same problem, from r = 0, in the same run of the same program. Without
// BELAY_HAVE_SICONOS there is nothing to compare with.

#ifndef BELAY_TESTS_BENCH_SICONOS_H
#define BELAY_TESTS_BENCH_SICONOS_H

#include "belay/problem.h"

#include <stdbool.h>

typedef struct bench_siconos_result {
    bool is_reached;
    double seconds;   // of one call of its driver, the quietest
    double natural;   // our residual (e) of what it returned
    double tolerance; // what it had to be asked for
    int iterations;   // sweeps
} bench_siconos_result;

bool bench_siconos_is_available(void);

// Siconos stops on a measure of its own, |F| / max(|q|, |r|, |u|) with F the unscaled natural map, which depends on the
// units. So it is asked for 1e-1, 1e-1.5, 1e-2... until *our* residual of its result is at most `wanted`: the loosest
// tolerance that will do is the one that is timed, which favours it. Given up when one call would take more than
// `cap_seconds`. False when memory runs out.
bool bench_siconos_reach(const belay_problem* problem, double wanted, double cap_seconds, bench_siconos_result* result);

// Time of one of its sweeps, s, from runs of two lengths; 0 when that cannot be measured.
double bench_siconos_sweep(const belay_problem* problem);

#endif
